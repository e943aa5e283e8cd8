"""Record the first game of an evaluation while it is played."""

from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path
from typing import Any

import numpy as np

from pong_pg.compat import Env
from pong_pg.game.player import Player
from pong_pg.viewing.film import Film
from pong_pg.viewing.game_steps import Step, StepMaker
from pong_pg.viewing.overlay import Overlay
from pong_pg.viewing.recording import FPS, SCALE, Recording, open_recording
from pong_pg.viewing.tapped_env import TappedEnv


def recorded_env(env: Env, policy: Player, path: Path, *, overlay: bool = False) -> TappedEnv:
    """Return an environment of which the first game is recorded, at the console's speed.

    The file appears at `path` when the game has ended; for a game that is cut short, none is written.

    Args:
        env: the environment, from `training_env`.
        policy: the player, for the overlay.
        path: the file; its ending says what is written: see `open_recording`.
        overlay: draw what the policy makes of the screen beside it; see `Overlay`.

    Raises:
        EnvError: in a game: the environment does not render to arrays.
        PongPGError: in a game: the file can't be written.
    """
    return TappedEnv(env, _FirstGame(env, policy, path, overlay=overlay))


class _FirstGame:
    """Records the first game of an environment."""

    def __init__(self, env: Env, policy: Player, path: Path, *, overlay: bool) -> None:
        self._path = path
        self._overlay = Overlay(SCALE) if overlay else None
        self._maker: StepMaker | None = StepMaker(env, policy, between=True)
        self._file = contextlib.ExitStack()
        self._recording: Recording | None = None
        self._film: Film | None = None
        self._step: Step | None = None

    def began(self, observation: Any) -> None:
        """Begin with the first game."""
        if self._maker is None or self._film is not None:
            return
        self._step = self._maker.begin(0, np.array(observation))
        scale = SCALE if self._overlay is None else 1
        self._recording = self._file.enter_context(open_recording(self._path, fps=FPS, scale=scale))
        self._film = Film(self._recording, fps=FPS, overlay=self._overlay)

    def stepped(self, action: int, outcome: tuple[Any, float, bool, bool]) -> None:
        """Record what was seen before the step, and complete the file after the last one."""
        if self._maker is None or self._film is None or self._step is None:
            return
        observation, reward, terminated, truncated = outcome
        self._film.add(dataclasses.replace(self._step, action=action))
        self._step = self._maker.follow(self._step, np.array(observation), reward, terminated, truncated)
        if self._step.over is not None:
            self._film.add(self._step)
            self._film.hold()
            self._maker = None
            self._file.close()

    def closed(self) -> None:
        """Write no file of a game that is not over."""
        if self._maker is not None and self._recording is not None:
            self._recording.discarded = True
        self._file.close()
