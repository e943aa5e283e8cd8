"""Rules for OpenAI Gym, which becomes Gymnasium."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym import ids, imports, steps

# The import of Gymnasium comes last: it is by `import gym` that a file is known to be old.
PASSES: tuple[Callable[[Draft], None], ...] = (
    steps.seeds,
    steps.steps,
    steps.resets,
    ids.ids,
    ids.register_games,
    imports.texts,
    imports.renames,
    imports.imports,
)
