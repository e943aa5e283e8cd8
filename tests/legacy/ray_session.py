"""One session of Ray, begun by the shim, for the tests of a module; and places to run a function in."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ray as today

from pong_pg.legacy.shims import ray as shim

# As a script has it: what its decorators make has no type.
ray: Any = shim

WORKERS = 2


@contextmanager
def old_ray() -> Iterator[Any]:
    """Begin as a script of 2016 does, with two workers; the tests' own modules can be imported there."""
    before = os.environ.get("PYTHONPATH")
    places = [str(Path(__file__).parent), str(Path(__file__).parents[1]), before or ""]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, places))
    try:
        ray.init(start_ray_local=True, num_workers=WORKERS, redirect_output=True, include_webui=False)
        yield ray
    finally:
        ray.shutdown()
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def in_driver(function: Callable[[], Any]) -> Any:
    """Call it here."""
    return function()


def in_worker(function: Callable[[], Any]) -> Any:
    """Call it in a worker of Ray, which gets it in no other way than through today's Ray itself."""
    return today.get(today.remote(function).remote())
