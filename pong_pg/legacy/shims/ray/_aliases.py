"""Other names of the shim's own objects, as the table of Ray's names has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pong_pg.legacy.tables.ray import NAMES


def aliases(module: str, objects: Mapping[str, Any]) -> dict[str, Any]:
    """Return the aliases of a module, each with the object it stands for.

    Args:
        module: the module as scripts know it, such as "ray.services".
        objects: what stands at the top of the shim, by name.
    """
    return {
        name.rpartition(".")[2]: objects[row.supplied_by.removeprefix("ray:")]
        for name, row in NAMES.items()
        if row.supplied_by and name.rpartition(".")[0] == module
    }
