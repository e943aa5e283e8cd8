"""The method names of gym before 0.9.6: a class that overrides `_step` has it called by `step`.

Gym called `self._step()` from `step()` until 0.9.6. So a class with a `_step` of its own, whose `step` is still
this shim's, gets a `step` that calls it. A class that has both is left as it is.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.tables.gym import OVERRIDES

_OURS = __name__.rpartition(".")[0]


def check_mode(env: Any, mode: str = "human", close: bool = False, **_options: Any) -> None:
    """Check a render mode, as `render` did until gym 0.9.6 before it called `_render`.

    Raises:
        UnsupportedMode: the environment's metadata doesn't list it.
    """
    if close or not settings.current().is_gym_094:
        return
    modes = env.metadata.get("render.modes", [])
    if not modes:
        raise error.UnsupportedMode(f"{env} does not support rendering (requested mode: {mode})")
    if mode not in modes:
        raise error.UnsupportedMode(f"Unsupported rendering mode: {mode}. (Supported modes for {env}: {modes})")


def _render(self: Any, mode: str = "human", close: bool = False, **options: Any) -> Any:
    check_mode(self, mode, close)
    parameters = inspect.signature(self._render).parameters
    if "close" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        options["close"] = close
    elif close:
        return None
    return self._render(mode, **options)


def _calling(old: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(self, old)(*args, **kwargs)

    return method


def _step(self: Any, action: Any) -> Any:
    return self._step(action)


_CALLS: dict[str, Callable[..., Any]] = {
    "step": _step,
    "render": _render,
    **{name: _calling(old) for old, name in OVERRIDES.items() if name not in {"step", "render"}},
}


def connect(cls: type) -> None:
    """Make the methods of a class call those that it overrides under their old names."""
    modern = _is_overridden(cls, "step") and _is_overridden(cls, "reset")
    for name, call in _CALLS.items():
        # In a class that overrides `step` and `reset`, methods called `_render` or `_close` are helpers.
        if modern and name in {"render", "close", "seed"}:
            continue
        if hasattr(cls, name) and _is_overridden(cls, f"_{name}") and not _is_overridden(cls, name):
            setattr(cls, name, call)
            if name == "render":
                cls._checks_render_modes = True  # type: ignore[attr-defined]  # it is an environment


def _is_overridden(cls: type, name: str) -> bool:
    """Return whether a method is the script's own, not one of this shim or of Gymnasium."""
    # Gymnasium's environments, which this shim gives in the form of Gym, have helpers of such names.
    todays = getattr(cls, "_native", object).__mro__
    for base in cls.__mro__:
        if name in vars(base):
            if base in todays:
                return False
            module = getattr(vars(base)[name], "__module__", None) or base.__module__
            return not str(module).startswith((_OURS, "gymnasium.core"))
    return False
