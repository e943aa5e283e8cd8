"""Modernises what scripts use of ray."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.ray import arguments, errors, names, remote_calls, reusables, starting

# What tells the calls of 2017 goes last among those who need it: `ray.actor` after the calls of its actors' methods.
PASSES: tuple[Callable[[Draft], None], ...] = (
    reusables.reusables,
    remote_calls.direct_calls,
    remote_calls.decorators,
    remote_calls.submissions,
    errors.errors,
    errors.attributes,
    starting.starting,
    starting.namespaces,
    starting.local_mode,
    names.calls_without_effect,
    names.calls,
    names.names,
    arguments.options,
    arguments.puts,
    arguments.waits,
)
