"""Environments for two players, one at each side; a step is one frame."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.compat import make
from pong_pg.compat.ids import MAX_FRAMES
from pong_pg.compat.multi_agent import TwoPlayerEmulator
from pong_pg.errors import EnvError
from pong_pg.game.actions import DOWN, STAY, UP

ACTIONS = (STAY, UP, DOWN)

Frame = npt.NDArray[np.uint8]
# Of the left and of the right player.
Pair = tuple[int, int]
Info = dict[str, Any]


class Court(Protocol):
    """Pong with Gymnasium's API, but for actions and rewards, of which there are two: of the left and the right player.

    A step is one emulator frame, since the players need not decide at the same one: see `pong_pg.playing.seat`.
    """

    def reset(self) -> tuple[Frame, Info]:
        """Start a game; every game begins in the same state, and only the actions make them differ.

        Returns:
            The palette screen, (210, 160) uint8, as an array of its own, and info: "score", the points of both.
        """

    def step(self, actions: Pair) -> tuple[Frame, Pair, bool, bool, Info]:
        """Play one frame.

        Args:
            actions: of the left and of the right player: 0 (stay), 2 (up) or 3 (down).

        Returns:
            Palette screen, rewards (1 for a point made, -1 for one lost), terminated, truncated, info.

        Raises:
            EnvError: an action is none of these, or no game is running.
        """

    def render(self) -> Frame:
        """Return the screen as a new (210, 160, 3) uint8 RGB array."""


class TwoPlayerEnv:
    """Pong for two players; see `Court`. A ball is served by itself, as in the console's game for one player.

    Args:
        max_frames: after which a game is truncated.

    Raises:
        MissingPackageError: multi-agent-ale-py, or a ROM of Pong that it knows, is not installed.
    """

    def __init__(self, max_frames: int = MAX_FRAMES) -> None:
        self._max_frames = max_frames
        self._emulator = TwoPlayerEmulator()
        self._frames = 0
        self._score: Pair = (0, 0)
        self._over = True

    def reset(self) -> tuple[Frame, Info]:
        """Start a game; see `Court.reset`."""
        self._emulator.reset()
        self._frames, self._score, self._over = 0, (0, 0), False
        return self._emulator.palette(), {"score": self._score}

    def step(self, actions: Pair) -> tuple[Frame, Pair, bool, bool, Info]:
        """Play one frame; see `Court.step`."""
        if self._over:
            raise EnvError("step() needs a running game, and there is none: call reset() first")
        left, right = actions
        if left not in ACTIONS or right not in ACTIONS:
            raise EnvError(f"actions must be two of 0 (stay), {UP} (up) and {DOWN} (down); got {actions!r}")
        gained = self._emulator.act(left, right)
        self._frames += 1
        self._score = _counted(self._score, gained)
        terminated = self._emulator.is_over()
        truncated = not terminated and self._frames >= self._max_frames
        self._over = terminated or truncated
        return self._emulator.palette(), (-gained, gained), terminated, truncated, {"score": self._score}

    def render(self) -> Frame:
        """Return the screen as a new (210, 160, 3) uint8 RGB array."""
        return self._emulator.rgb()


class ConsoleEnv:
    """The console's game for one player as a `Court`: its own player is on the left, whose actions are not used."""

    def __init__(self) -> None:
        self._env = make("PongNoFrameskip-v4", backend="direct", obs_type="palette")
        self._score: Pair = (0, 0)

    def reset(self) -> tuple[Frame, Info]:
        """Start a game; see `Court.reset`."""
        self._score = (0, 0)
        frame, _ = self._env.reset()
        return np.array(frame), {"score": self._score}

    def step(self, actions: Pair) -> tuple[Frame, Pair, bool, bool, Info]:
        """Play one frame; see `Court.step`."""
        frame, reward, terminated, truncated, _ = self._env.step(actions[1])
        gained = int(reward)
        self._score = _counted(self._score, gained)
        return np.array(frame), (-gained, gained), terminated, truncated, {"score": self._score}

    def render(self) -> Frame:
        """Return the screen as a new (210, 160, 3) uint8 RGB array."""
        return np.array(self._env.render(), np.uint8)


def _counted(score: Pair, right_gained: int) -> Pair:
    return score[0] + (right_gained < 0), score[1] + (right_gained > 0)
