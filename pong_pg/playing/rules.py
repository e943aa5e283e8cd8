"""Which game two players play: the frames of a step and the sticky actions, as they were trained with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pong_pg.compat.ale import checked_frameskip, checked_probability
from pong_pg.compat.ids import MAX_FRAMES, PONG_IDS, unknown_id
from pong_pg.config import TrainConfig
from pong_pg.errors import EnvError

DEFAULT_ENV = "ALE/Pong-v5"
_ARGUMENTS = ("frameskip", "repeat_action_probability")


@dataclass(frozen=True)
class Rules:
    """What a game for two players takes from the one-player game with the same id.

    Attributes:
        env_id: a Pong id.
        low: emulator frames of an agent step, or the least of them.
        high: with random frame skips, one more than the most; else None.
        repeat_action_probability: of a sticky action, for each player at each emulator frame.
        max_frames: emulator frames after which a game is truncated.
    """

    env_id: str = DEFAULT_ENV
    low: int = 4
    high: int | None = None
    repeat_action_probability: float = 0.25
    max_frames: int = MAX_FRAMES

    def skip(self, rng: np.random.Generator) -> int:
        """Return the emulator frames of the next agent step."""
        return self.low if self.high is None else int(rng.integers(self.low, self.high))

    @property
    def is_deterministic(self) -> bool:
        """Whether the game itself draws no random numbers."""
        return self.high is None and self.repeat_action_probability in (0, 1)


def rules_of(configs: Iterable[TrainConfig | None], env: str | None = None) -> Rules:
    """Return the rules that policies were trained with, if they are the same, and else those of `DEFAULT_ENV`.

    Args:
        configs: of the policies; None where that is not known.
        env: the id to take instead.

    Raises:
        UnknownEnvError: there is no such Pong id.
        EnvError: its observations are no frames.
    """
    known = {(config.env, tuple(sorted(_taken(config.env_kwargs).items()))) for config in configs if config is not None}
    trained_with, arguments = next(iter(known)) if len(known) == 1 else (DEFAULT_ENV, ())
    if trained_with not in PONG_IDS:
        trained_with, arguments = DEFAULT_ENV, ()
    env_id = env or trained_with
    if env_id not in PONG_IDS:
        raise unknown_id(env_id, PONG_IDS, "two players play Pong only")
    meaning = PONG_IDS[env_id]
    if meaning.obs_type != "rgb":
        raise EnvError(f"two players see frames, and {env_id} gives the console's memory: use {DEFAULT_ENV}")
    taken = dict(arguments) if env_id == trained_with else {}
    low, high = checked_frameskip(taken.get("frameskip", meaning.frameskip))
    sticky = checked_probability(taken.get("repeat_action_probability", meaning.repeat_action_probability))
    return Rules(env_id, low, high, sticky)


def _taken(env_kwargs: Mapping[str, Any]) -> dict[str, Any]:
    # JSON has no tuples, and a list can't be in a set.
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in env_kwargs.items()
        if name in _ARGUMENTS
    }
