"""A policy at the right side of the table, where it was trained."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.compat.ids import PONG_IDS
from pong_pg.config import TrainConfig
from pong_pg.game.actions import STAY
from pong_pg.game.player import Player
from pong_pg.viewing.play.court import Frame


def frame_skip(config: TrainConfig | None) -> int:
    """Return the frames of an agent step in training, or the least of them; 4 where that is not known, or not Pong."""
    if config is None or config.env not in PONG_IDS:
        return 4
    frames: Any = config.env_kwargs.get("frameskip", PONG_IDS[config.env].frameskip)
    return int(frames if isinstance(frames, int) else frames[0])


class Seat:
    """Chooses the action of a policy for each frame; the policy is asked once for each agent step.

    Args:
        policy: the player.
        config: that it was trained with; None if that is not known.
        greedy: take the most probable action instead of sampling one.
    """

    def __init__(self, policy: Player, config: TrainConfig | None, *, greedy: bool = True) -> None:
        self._policy, self._greedy = policy, greedy
        self._skip = frame_skip(config)
        self._left, self._chosen = 0, STAY

    def reset(self, rng: np.random.Generator) -> None:
        """Begin a new game, with this generator for all that is drawn."""
        self._policy.reset(rng)
        self._left = 0

    def act(self, frame: Frame) -> int:
        """Return the action for the next frame of the game.

        Args:
            frame: the present palette screen, (210, 160) uint8.
        """
        if self._left == 0:
            self._chosen = self._policy.act(frame, greedy=self._greedy)
            self._left = self._skip
        self._left -= 1
        return self._chosen
