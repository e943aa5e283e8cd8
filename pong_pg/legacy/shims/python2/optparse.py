"""`optparse` of Python 2: values are set, and written, in the order of the dicts that they come from."""

from __future__ import annotations

import optparse as _real
from typing import Any

from pong_pg.legacy.runtime import python2_containers
from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.python2_order import keys_of
from pong_pg.legacy.runtime.python2_text import repr_of

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


class Values(_real.Values):
    """The values of a command line."""

    def __init__(self, defaults: Any = None) -> None:
        super().__init__({key: defaults[key] for key in keys_of(defaults)} if defaults else None)

    def __str__(self) -> str:
        return repr_of(vars(self))


class OptionParser(_real.OptionParser):
    """Parses a command line."""

    def set_defaults(self, **named: Any) -> None:
        """Set the values of options that the command line does not name."""
        python2_containers.update(self.defaults, named)

    def get_default_values(self) -> Any:
        """Return the values of options that the command line does not name."""
        found = vars(super().get_default_values())
        defaults = python2_containers.copy(self.defaults) if self.process_default_values else self.defaults
        for key in found:
            defaults[key] = found[key]
        return Values(defaults)
