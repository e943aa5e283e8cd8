"""Modernises what scripts use of NumPy."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.numpy import arrays, calls, creation, flags, names, printing, promotion

PASSES: tuple[Callable[[Draft], None], ...] = (
    *calls.PASSES,
    *names.PASSES,
    *creation.PASSES,
    *arrays.PASSES,
    *flags.PASSES,
    *promotion.PASSES,
    *printing.PASSES,
)
