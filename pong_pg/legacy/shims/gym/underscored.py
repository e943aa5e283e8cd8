"""The method names of gym before 0.9.6: what a class wrote as `_step` is called when `step` is.

Gym called `self._step()` from `step()` until 0.9.6. So a class that has a `_step` of its own, while its `step` is still
this shim's, gets a `step` that calls it. A class that has both keeps what Python means by that.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.tables.gym import OVERRIDES

_OURS = __name__.rpartition(".")[0]


def _render(self: Any, mode: str = "human", close: bool = False, **options: Any) -> Any:
    parameters = inspect.signature(self._render).parameters
    if "close" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        options["close"] = close
    elif close:
        return None
    return self._render(mode, **options)


def _plain(old: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(self, old)(*args, **kwargs)

    return method


def _step(self: Any, action: Any) -> Any:
    return self._step(action)


_CALLS: dict[str, Callable[..., Any]] = {
    "step": _step,
    "render": _render,
    **{name: _plain(old) for old, name in OVERRIDES.items() if name not in {"step", "render"}},
}


def connect(cls: type) -> None:
    """Make the methods of a class call those that it wrote under their old names."""
    modern = _is_written(cls, "step") and _is_written(cls, "reset")
    for name, call in _CALLS.items():
        # In a class of today, a helper called `_render` or `_close` is a helper.
        if modern and name in {"render", "close", "seed"}:
            continue
        if hasattr(cls, name) and _is_written(cls, f"_{name}") and not _is_written(cls, name):
            setattr(cls, name, call)


def _is_written(cls: type, name: str) -> bool:
    """Return whether a method is the script's own and not one of this shim's."""
    # An environment of today that is shown in the old form has helpers of such names.
    todays = getattr(cls, "_native", object).__mro__
    for base in cls.__mro__:
        if name in vars(base):
            if base in todays:
                return False
            module = getattr(vars(base)[name], "__module__", None) or base.__module__
            return not str(module).startswith((_OURS, "gymnasium.core"))
    return False
