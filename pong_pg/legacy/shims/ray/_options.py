"""Translation of the options of `ray.remote` of every version to those of the installed Ray."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.runtime.notes import say_once
from pong_pg.legacy.tables.ray import ARGUMENTS

_TABLE = ARGUMENTS["ray.remote"]


def modern_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the installed Ray; options that mean nothing to it are ignored, with a note."""
    if not options:
        return options
    modern: dict[str, Any] = {}
    for name, value in options.items():
        row = _TABLE.get(name)
        if row is not None and row.renamed:
            modern[row.renamed] = value
        elif row is not None and row.is_dropped:
            say_once(f"ray.remote: {name} is ignored: Ray no longer has this option")
        elif name == "num_custom_resource":
            if value:
                modern["resources"] = {**(modern.get("resources") or {}), "CustomResource": value}
        elif name == "resources":
            modern["resources"] = {**(modern.get("resources") or {}), **value} if value else modern.get("resources")
        elif name == "detached":
            if value:
                modern["lifetime"] = "detached"
        else:
            modern[name] = value
    return modern


def options_for_types(lists: tuple[Any, ...]) -> dict[str, Any]:
    """Return the options for `@ray.remote([argument types], [return types])` of 2016."""
    return {"num_returns": len(lists[1])} if len(lists) > 1 else {}
