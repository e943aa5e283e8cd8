"""The rules that bring a script up to date, in the order in which they are applied."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules import gym, library, numpy, python2, ray, scipy

# Each sees the text that the one before has made.
PASSES: tuple[Callable[[Draft], None], ...] = (
    *python2.PASSES,
    *library.PASSES,
    *scipy.PASSES,
    *numpy.PASSES,
    *ray.PASSES,
    *gym.PASSES,
)
