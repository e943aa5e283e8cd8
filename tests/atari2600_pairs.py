"""ale-py and the console in C, playing the same game and compared frame by frame: only ale-py is the judge."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.atari2600.binding import Console
from pong_pg.compat._versions import load_ale_py, rom_path

# ALE's numbers of all actions, and of the six that do something.
ALL_ACTIONS = range(18)
ALE_ACTIONS = (0, 1, 3, 4, 11, 12)
Bytes = npt.NDArray[np.uint8]


def load_ale() -> Any:
    ale = load_ale_py().ALEInterface()
    ale.setInt("random_seed", 0)
    ale.setFloat("repeat_action_probability", 0.0)
    ale.loadROM(rom_path())
    return ale


class DifferenceError(AssertionError):
    """The console has done something else than ale-py."""


class Pair:
    """An emulator of each kind, at the beginning of the same game.

    Attributes:
        frames: how many have been compared, in all games.
        pictures: of how many of them the pictures as well.
        resets: of both.
    """

    def __init__(self, console: Console) -> None:
        self.ale, self.console = load_ale(), console
        self.frames = self.pictures = self.resets = 0

    def reset(self, mode: int = 0, difficulty: int = 0) -> None:
        self.ale.setMode(mode)
        self.ale.setDifficulty(difficulty)
        self.ale.reset_game()
        self.console.reset(mode, difficulty)
        self.resets += 1
        self.compare("reset", picture=True)

    def play(self, action: int, frames: int, *, picture_every: int = 4) -> None:
        """Play and compare frames with one of ALE's actions; of `picture_every` of them one is looked at."""
        for _ in range(frames):
            expected = self.ale.act(action)
            reward = self.console.repeat(action, 1)
            self.frames += 1
            if reward != expected:
                raise DifferenceError(f"frame {self.frames}: reward {reward}, and not {expected}")
            self.compare(f"action {action}", picture=self.frames % picture_every == 0)

    def play_random(self, rng: np.random.Generator, frames: int, *, picture_every: int = 4, longest: int = 16) -> None:
        """Play random actions, each for 1 to `longest` frames, until so many are compared or the game is over."""
        end = self.frames + frames
        while self.frames < end and not self.console.is_over:
            self.play(int(rng.integers(18)), int(rng.integers(1, longest + 1)), picture_every=picture_every)

    def compare(self, what: str, *, picture: bool) -> None:
        ram, expected = self.console.ram(), self.ale.getRAM()
        if not np.array_equal(ram, expected):
            raise DifferenceError(
                f"frame {self.frames}, {what}: RAM differs at {np.flatnonzero(ram != expected).tolist()}"
            )
        if self.console.is_over != self.ale.game_over() or self.ale.lives() != 0:
            raise DifferenceError(f"frame {self.frames}, {what}: is_over is {self.console.is_over}")
        if not picture:
            return
        self.pictures += 1
        if (wrong := np.argwhere(self.console.palette() != self.ale.getScreen())).size:
            raise DifferenceError(f"frame {self.frames}, {what}: {len(wrong)} pixels differ, the first at {wrong[0]}")


def tracking_action(ram: Bytes, aim: int) -> int:
    """Return ALE's action that moves the agent's paddle to the ball's height, `aim` below it."""
    ball, paddle = int(ram[54]), int(ram[51])
    if ball == 0:
        return 1
    wanted = ball + aim - paddle
    return 0 if abs(wanted) < 4 else 3 if wanted < 0 else 4
