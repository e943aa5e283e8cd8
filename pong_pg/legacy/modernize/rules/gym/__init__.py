"""Modernises what scripts use of gym."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym import (
    attributes,
    classes,
    emulators,
    gymnasium_before_1,
    imports,
    make,
    monitors,
    names,
    printing,
    registering,
    rendering,
    seeds,
    steps,
)

# The imports last: the other passes know old code by them.
PASSES: tuple[Callable[[Draft], None], ...] = (
    classes.overrides,
    *registering.PASSES,
    *make.PASSES,
    *rendering.PASSES,
    *seeds.PASSES,
    *attributes.PASSES,
    *monitors.PASSES,
    *printing.PASSES,
    *names.PASSES,
    seeds.seeds,
    *steps.PASSES,
    *classes.PASSES,
    *emulators.PASSES,
    *imports.PASSES,
    *gymnasium_before_1.PASSES,
)
