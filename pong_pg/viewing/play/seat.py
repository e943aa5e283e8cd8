"""A policy at one side of the table: what it sees, and when and how it acts, as in training."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pong_pg.compat.ale import checked_frameskip, checked_probability
from pong_pg.compat.ids import PONG_IDS
from pong_pg.config import TrainConfig
from pong_pg.game.actions import STAY
from pong_pg.game.player import Player
from pong_pg.viewing.play.court import Frame

_DEFAULT_ENV = "ALE/Pong-v5"
# Colours of the left and of the right player, of paddle and score, in the emulator's palette.
LEFT_COLOR, RIGHT_COLOR, BACKGROUND = 56, 200, 34
# The digits of the score: those of the right player stand half a screen to the right of those of the left one.
_SCORE, _HALF = slice(1, 24), 80
# Where paddles move: from wall to wall, in these columns.
_FIELD = slice(34, 194)
_LEFT_PADDLE, _RIGHT_PADDLE = slice(16, 20), slice(140, 144)
# The console moves the right paddle in one frame and the left paddle in the next, in turn. A step of the left player
# begins one frame later than one of the right player, so that its paddle answers after the same time.
_FIRST_FRAME = {"right": 0, "left": 1}


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
            low, high = self._rules.low, self._rules.high
            self._left = low if high is None else int(self._rng.integers(low, high))
        self._left -= 1
        if self._rng.random() >= self._rules.sticky:
            self._held = self._chosen
        return self._held


def mirrored(frame: Frame) -> Frame:
    """Return a palette screen with left and right exchanged, as the right player of the mirrored game would see it.

    Positions are mirrored and colours exchanged, and the scores change places, with digits that can be read. Paddles
    stand in the same columns at both sides, but the console draws the left one a row higher than the right one, for the
    same place in its memory: the mirrored paddles are moved by that row.

    Args:
        frame: (210, 160) uint8 palette indices.
    """
    swapped = np.arange(256, dtype=np.uint8)
    swapped[[LEFT_COLOR, RIGHT_COLOR]] = RIGHT_COLOR, LEFT_COLOR
    whole = swapped[frame[:, ::-1]]
    # The first row has a few black pixels at its left end, whoever plays.
    whole[0] = frame[0]
    whole[_SCORE] = swapped[np.roll(frame[_SCORE], _HALF, axis=1)]
    field = whole[_FIELD]
    _move(field[:, _RIGHT_PADDLE], RIGHT_COLOR, 1)
    _move(field[:, _LEFT_PADDLE], LEFT_COLOR, -1)
    return whole


def _move(columns: npt.NDArray[np.uint8], color: int, rows: int) -> None:
    """Move what has a colour down by some rows, in place, but for what touches the wall, which is cut off there."""
    lit = np.flatnonzero((columns == color).any(axis=1))
    if not len(lit):
        return
    top, end = int(lit[0]), int(lit[-1]) + 1
    paddle = (columns[top:end] == color).copy()
    columns[top:end][paddle] = BACKGROUND
    height = len(columns)
    new_top = top if top == 0 else top + rows
    new_end = end if end == height else end + rows
    columns[max(0, new_top) : min(height, new_end)] = color
