"""Modernises what scripts use of ray."""

from __future__ import annotations

import functools
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.ray import arguments, errors, gone, names, remote_calls, reusables, starting
from pong_pg.legacy.modernize.rules.ray.uses import uses_ray

Pass = Callable[[Draft], None]

# The calls of actors come before the decorators, by which one knows them.
_PASSES: tuple[Pass, ...] = (
    errors.own_errors,
    reusables.reusables,
    reusables.on_all_workers,
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
    names.endings,
    names.names,
    arguments.options,
    arguments.puts,
    arguments.waits,
    gone.gone,
)


def _where_ray_is_used(make_pass: Pass) -> Pass:
    @functools.wraps(make_pass)
    def guarded(draft: Draft) -> None:
        if uses_ray(draft):
            make_pass(draft)

    return guarded


PASSES: tuple[Pass, ...] = tuple(map(_where_ray_is_used, _PASSES))
