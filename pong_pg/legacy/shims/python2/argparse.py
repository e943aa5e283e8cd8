"""`argparse` of Python 2: a namespace prints its attributes in the order of their names."""

from __future__ import annotations

import argparse as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


class Namespace(_real.Namespace):
    """The values of a command line."""

    def _get_kwargs(self) -> list[tuple[str, Any]]:
        return sorted(vars(self).items())


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
        return super().parse_known_args(args, Namespace() if namespace is None else namespace)
