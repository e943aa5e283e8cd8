"""Rules for OpenAI Gym, which becomes Gymnasium."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym import classes, ids, imports, names, rendering, steps

# The import of Gymnasium comes last: it is by `import gym` that a file is known to be old.
PASSES: tuple[Callable[[Draft], None], ...] = (
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
    ids.register_games,
    imports.texts,
    imports.renames,
    imports.imports,
)
