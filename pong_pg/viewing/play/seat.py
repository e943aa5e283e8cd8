"""A policy at the right side of the table, where it was trained: when and how it acts, as in training."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pong_pg.compat.ale import checked_frameskip, checked_probability
from pong_pg.compat.ids import PONG_IDS
from pong_pg.config import TrainConfig
from pong_pg.game.actions import STAY
from pong_pg.game.player import Player
from pong_pg.viewing.play.court import Frame

_DEFAULT_ENV = "ALE/Pong-v5"


@dataclass(frozen=True)
class Rules:
    """What a policy was trained with.

    Attributes:
        low: emulator frames of an agent step, or the least of them.
        high: with random frame skips, one more than the most; else None.
        sticky: probability that the action of the frame before is repeated, at each frame.
    """

    low: int
    high: int | None
    sticky: float


def rules_of(config: TrainConfig | None) -> Rules:
    """Return what a policy was trained with; where that is not known, or not Pong, what `ALE/Pong-v5` has."""
    is_pong = config is not None and config.env in PONG_IDS
    meaning = PONG_IDS[config.env if config is not None and is_pong else _DEFAULT_ENV]
    given = dict(config.env_kwargs) if config is not None and is_pong else {}
    frameskip = given.get("frameskip", meaning.frameskip)
    # JSON has no tuples.
    low, high = checked_frameskip(tuple(frameskip) if isinstance(frameskip, list) else frameskip)
    sticky = checked_probability(given.get("repeat_action_probability", meaning.repeat_action_probability))
    return Rules(low, high, sticky)


class Seat:
    """Chooses the action of a policy for each frame.

    The policy is asked once for each agent step; a sticky action is drawn for each frame.

    Args:
        policy: the player.
        rules: frame skip and probability of sticky actions.
        greedy: take the most probable action instead of sampling one.
    """

    def __init__(self, policy: Player, rules: Rules, *, greedy: bool = True) -> None:
        self._policy, self._rules, self._greedy = policy, rules, greedy
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
            low, high = self._rules.low, self._rules.high
            self._left = low if high is None else int(self._rng.integers(low, high))
        self._left -= 1
        if self._rng.random() >= self._rules.sticky:
            self._held = self._chosen
        return self._held
