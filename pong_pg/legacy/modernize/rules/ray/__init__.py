"""Rules for Ray of 2016 to 2020."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.ray import calls, names, reusables, starting

# Actor classes are known by their old decorators, so their calls come before these.
PASSES: tuple[Callable[[Draft], None], ...] = (
    reusables.reusables,
    calls.direct_calls,
    calls.calls_of_actors,
    calls.decorators,
    calls.options,
    calls.waits,
    starting.worker_scripts,
    starting.starting,
    names.calls,
    names.names,
    names.imports,
)
