"""What is known of a program before its files are modernised."""

from __future__ import annotations

from dataclasses import dataclass, field

from pong_pg.legacy.read.findings import Surroundings
from pong_pg.legacy.read.settings import Settings


@dataclass(frozen=True)
class Facts:
    """What a file's program shows, in its original form.

    Attributes:
        settings: how the runner runs the program: `step_values`, `reset_pair`, `wait_in_milliseconds`, `python2`.
        around: what other files of its program tell of it.
        python2: this file is Python 2.
        classic_division: `/` rounds down between integers in it.
        old_names: it is Python 3, but uses names that only Python 2 had.
        own_modules: the names of the program's own modules, which may be those of modules that are gone.
    """

    settings: Settings = field(default_factory=Settings)
    around: Surroundings = field(default_factory=Surroundings)
    python2: bool = False
    classic_division: bool = False
    old_names: bool = False
    own_modules: frozenset[str] = frozenset()
