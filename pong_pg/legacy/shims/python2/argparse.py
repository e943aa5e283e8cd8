"""`argparse` of Python 2; the form of its help is that of `runtime.argparse_as_then`."""

from __future__ import annotations

import argparse as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.python2_text import repr_of

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module

# How today's Python begins to say which arguments are missing.
_MISSING = "the following arguments are required: "


class Namespace(_real.Namespace):
    """The values of a command line."""

    def _get_kwargs(self) -> list[tuple[str, Any]]:
        return sorted(vars(self).items())

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={repr_of(value)}" for name, value in self._get_kwargs())
        return f"{type(self).__name__}({values})"


class ArgumentParser(_real.ArgumentParser):
    """Parses a command line."""

    def __init__(self, *arguments: Any, version: str | None = None, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.version = version
        if version:
            self.add_argument(
                "-v", "--version", action="version", version=version, help="show program's version number and exit"
            )

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # type: ignore[override]  # as Python 2's
        """Parse a command line; return the values, and the arguments that are not known."""
        own = vars(self).get("error")
        error = self.error
        # A class of the script may have a method `error`, which is given the message.
        vars(self)["error"] = lambda message: error(self._as_then(message))
        try:
            return super().parse_known_args(args, Namespace() if namespace is None else namespace)
        finally:
            del vars(self)["error"]
            if own is not None:
                vars(self)["error"] = own

    def add_subparsers(self, **named: Any) -> Any:
        """Add commands, one of which must be given."""
        commands = super().add_subparsers(**named)
        commands.required = True
        return commands

    def _as_then(self, message: str) -> str:
        """Return what Python 2 said of arguments that are missing: of any without a name first, of one at a time."""
        if not message.startswith(_MISSING):
            return message
        missing = message.removeprefix(_MISSING).split(", ")
        options = ["/".join(action.option_strings) for action in self._actions if action.option_strings]
        return f"argument {missing[0]} is required" if {*missing} <= {*options} else "too few arguments"
