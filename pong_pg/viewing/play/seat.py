"""A policy at the right side of the table, where it was trained: when and how it acts, as in training."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.compat.ale import checked_frameskip, checked_probability
from pong_pg.compat.ids import PONG_IDS
from pong_pg.config import TrainConfig
from pong_pg.game.actions import STAY
from pong_pg.game.player import Player
from pong_pg.viewing.play.court import Frame

_DEFAULT_ENV = "ALE/Pong-v5"


def rules_of(config: TrainConfig | None) -> tuple[int, int | None, float]:
    """Return what a policy was trained with; where that is not known, or not Pong, what `ALE/Pong-v5` has.

    Returns:
        Emulator frames of an agent step, or the least of them; with random frame skips one more than the most, else
        None; and the probability that the action of the frame before is repeated, at each frame.
    """
    env, given = _DEFAULT_ENV, dict[str, Any]()
    if config is not None and config.env in PONG_IDS:
        env, given = config.env, dict(config.env_kwargs)
    meaning = PONG_IDS[env]
    frameskip = given.get("frameskip", meaning.frameskip)
    # JSON has no tuples.
    low, high = checked_frameskip(tuple(frameskip) if isinstance(frameskip, list) else frameskip)
    return low, high, checked_probability(given.get("repeat_action_probability", meaning.repeat_action_probability))


class Seat:
    """Chooses the action of a policy for each frame.

    The policy is asked once for each agent step; a sticky action is drawn for each frame.

    Args:
        policy: the player.
        config: that it was trained with; None if that is not known.
        greedy: take the most probable action instead of sampling one.
    """

    def __init__(self, policy: Player, config: TrainConfig | None, *, greedy: bool = True) -> None:
        self._policy, self._greedy = policy, greedy
        self._low, self._high, self._sticky = rules_of(config)
        self.reset(np.random.default_rng(0))

    def reset(self, rng: np.random.Generator) -> None:
        """Begin a new game, with this generator for all that is drawn."""
        self._rng = rng
        self._policy.reset(np.random.default_rng(rng.integers(1 << 63)))
        self._left = 0
        self._chosen = self._held = STAY

    def act(self, frame: Frame) -> int:
        """Return the action for the next frame of the game.

        Args:
            frame: the present palette screen, (210, 160) uint8.
        """
        if self._left == 0:
            self._chosen = self._policy.act(frame, greedy=self._greedy)
            self._left = self._low if self._high is None else int(self._rng.integers(self._low, self._high))
        self._left -= 1
        if self._rng.random() >= self._sticky:
            self._held = self._chosen
        return self._held
