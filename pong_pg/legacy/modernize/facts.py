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
    """

    settings: Settings = field(default_factory=Settings)
    around: Surroundings = field(default_factory=Surroundings)
