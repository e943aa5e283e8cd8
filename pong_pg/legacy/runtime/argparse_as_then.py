"""`argparse` as it printed before Python 3.9: a namespace in the order of its names, and the help of that time.

All of the process gets it, since a library may make the parser whose values, or whose help, the script prints.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

_NAMES_OF_GROUP = {"options": "optional arguments"}


def switch(on: bool) -> None:
    """Print as before Python 3.9 from now on, or as today's Python does."""
    for (owner, name), old in _OLD.items():
        setattr(owner, name, old if on else _TODAY[owner, name])


def _get_kwargs(self: argparse.Namespace) -> list[tuple[str, Any]]:
    """Return the values of a namespace in the order that it prints them in."""
    return sorted(vars(self).items())


def _format_args(self: Any, action: argparse.Action, default_metavar: str) -> str:
    """Return the places of an action's arguments; those of `nargs="*"` were `[N [N ...]]`."""
    if action.nargs != argparse.ZERO_OR_MORE:
        return str(_TODAY[argparse.HelpFormatter, "_format_args"](self, action, default_metavar))
    return "[{} [{} ...]]".format(*self._metavar_formatter(action, default_metavar)(2))


def _format_action_invocation(self: Any, action: argparse.Action) -> str:
    """Return the names of an action, with its argument after each of them; from Python 3.13 on it is after the last."""
    if not action.option_strings or action.nargs == 0:
        return str(_TODAY[argparse.HelpFormatter, "_format_action_invocation"](self, action))
    places = self._format_args(action, self._get_default_metavar_for_optional(action))
    return ", ".join(f"{name} {places}" for name in action.option_strings)


def _init(self: argparse.ArgumentParser, *arguments: Any, **named: Any) -> None:
    _TODAY[argparse.ArgumentParser, "__init__"](self, *arguments, **named)
    group = self._optionals
    group.title = _NAMES_OF_GROUP.get(str(group.title), group.title)


_OLD: dict[tuple[type, str], Callable[..., Any]] = {
    (argparse.Namespace, "_get_kwargs"): _get_kwargs,
    (argparse.HelpFormatter, "_format_args"): _format_args,
    (argparse.HelpFormatter, "_format_action_invocation"): _format_action_invocation,
    (argparse.ArgumentParser, "__init__"): _init,
}
_TODAY: dict[tuple[type, str], Callable[..., Any]] = {(owner, name): getattr(owner, name) for owner, name in _OLD}
