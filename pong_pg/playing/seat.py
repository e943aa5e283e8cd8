"""A policy at one side of the table: what it sees, and when and how it acts, as in training."""

from __future__ import annotations

import numpy as np

from pong_pg.game.actions import STAY
from pong_pg.game.player import Player
from pong_pg.playing.court import Frame
from pong_pg.playing.mirror import mirrored
from pong_pg.playing.rules import Rules

# The console moves the right paddle in one frame and the left paddle in the next, in turn. A step of the left player
# begins one frame later than one of the right player, so that its paddle answers after the same time.
_FIRST_FRAME = {"right": 0, "left": 1}
SIDES = tuple(_FIRST_FRAME)


class Seat:
    """Chooses the action of a policy for each frame.

    The policy is asked once for each agent step; a sticky action is drawn for each frame. On the left it sees mirrored
    screens.

    Args:
        policy: the player.
        side: "left" or "right".
        rules: frame skip and probability of sticky actions.
        greedy: take the most probable action instead of sampling one.
    """

    def __init__(self, policy: Player, side: str, rules: Rules, *, greedy: bool = True) -> None:
        self._policy, self._side, self._rules, self._greedy = policy, side, rules, greedy
        self.reset(np.random.default_rng(0))

    def reset(self, rng: np.random.Generator) -> None:
        """Begin a new game, with this generator for all that is drawn."""
        self._rng = rng
        self._policy.reset(np.random.default_rng(rng.integers(1 << 63)))
        self._left = _FIRST_FRAME[self._side]
        self._chosen = self._held = STAY

    def act(self, frame: Frame) -> int:
        """Return the action for the next frame of the game.

        Args:
            frame: the present palette screen, not mirrored, (210, 160) uint8.
        """
        if self._left == 0:
            seen = mirrored(frame) if self._side == "left" else frame
            self._chosen = self._policy.act(seen, greedy=self._greedy)
            self._left = self._rules.skip(self._rng)
        self._left -= 1
        if self._rng.random() >= self._rules.repeat_action_probability:
            self._held = self._chosen
        return self._held
