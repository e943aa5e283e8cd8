"""Checks the arguments of `train`, `resume` and `load`, before anything is made."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import cast

from pong_pg.errors import check_argument
from pong_pg.training.observers import Observer

_METHODS = tuple(name for name in vars(Observer) if not name.startswith("_"))


def check_path(name: str, path: object) -> None:
    """Check an argument that names a file or a directory.

    Raises:
        ArgumentError: it is neither a string nor an `os.PathLike`.
    """
    check_argument(isinstance(path, str | os.PathLike), name, "must be a string or a pathlib.Path", path)


def checked(env_factory: object, observers: object, should_stop: object) -> tuple[Observer, ...]:
    """Return the observers, after checking the arguments that `train` and `resume` share.

    Raises:
        ArgumentError: one has the wrong type.
    """
    is_factory = env_factory is None or callable(env_factory)
    check_argument(is_factory, "env_factory", "must be a function or None", env_factory)
    check_argument(callable(should_stop), "should_stop", "must be a function that returns a bool", should_stop)
    check_argument(isinstance(observers, Iterable), "observers", "must be a list, also of one observer", observers)
    found = tuple(cast("Iterable[Observer]", observers))
    for observer in found:
        has_all = all(callable(getattr(observer, name, None)) for name in _METHODS)
        check_argument(
            has_all and not isinstance(observer, type),
            "observers",
            "must be objects of subclasses of pong_pg.Observer, or have all of its methods",
            observer,
        )
    return found
