"""What is known of a program before its files are modernised."""

from __future__ import annotations

from dataclasses import dataclass, field

from pong_pg.legacy.read.findings import Surroundings
from pong_pg.legacy.read.settings import Settings


@dataclass(frozen=True)
class Facts:
    """What a file's program shows, in its original form.

    Attributes:
        settings: how the runner runs the program.
        python2: the file is Python 2.
        old_names: the file is Python 3, but uses names that only Python 2 had.
        classic_division: `/` between integers gives an integer in it.
        seeds_random: the program gives Python's own random numbers a seed.
        beside: the modules of the package that the file is in, if Python 2 found them by their name alone.
        around: what other files of its program tell of it.
    """

    settings: Settings = field(default_factory=Settings)
    python2: bool = False
    old_names: bool = False
    classic_division: bool = False
    seeds_random: bool = False
    beside: frozenset[str] = frozenset()
    around: Surroundings = field(default_factory=Surroundings)
