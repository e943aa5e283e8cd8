"""Rules for OpenAI Gym, which becomes Gymnasium."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym import classes, ids, imports, names, rendering, steps
from pong_pg.legacy.modernize.rules.gym.environments import Environments


def _if_old(rule: Callable[[Environments], None]) -> Callable[[Draft], None]:
    """Return a pass that applies a rule to files of programs on old Gym."""

    def apply(draft: Draft) -> None:
        environments = Environments(draft)
        if environments.is_old:
            rule(environments)

    return apply


_RULES = (
    classes.overrides,
    names.services,
    rendering.monitors,
    rendering.rendering,
    steps.seeds,
    steps.steps,
    steps.resets,
    classes.classes,
    names.attributes,
    names.registry,
    ids.ids,
)
# The import of Gymnasium comes late: it is by `import gym` that a file is known to be old.
PASSES: tuple[Callable[[Draft], None], ...] = (
    *map(_if_old, _RULES),
    ids.compatibility,
    ids.register_games,
    imports.imports,
    imports.names,
    imports.gone,
)
