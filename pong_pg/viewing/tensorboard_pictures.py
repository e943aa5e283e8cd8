"""Add pictures to a run's TensorBoard events now and then: the hidden units, and the beginning of a game as a GIF.

`pong-pg train` does so wherever TensorBoard and Pillow are installed; in Python, give `train` an observer:

    pong_pg.train(config, observers=[TensorBoardPictures()])

The first pictures come with the first checkpoint after a minute. They are in TensorBoard's tab "Images":
`weights/hidden_units`, and `game/greedy`, which moves. The game is played in this process, in an environment and with a
seed of its own: what is trained does not depend on it.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import logging
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.compat._versions import require
from pong_pg.config import TrainConfig
from pong_pg.game.env import EnvFactory
from pong_pg.game.player import Player
from pong_pg.training.observers import Observer, RunStart
from pong_pg.viewing.game_steps import play_steps
from pong_pg.viewing.recording import encoded
from pong_pg.viewing.weights import hidden_units, sheet

log = logging.getLogger(__name__)

# Agent steps of the game: 20 seconds.
STEPS = 300
_STEPS_PER_SECOND, _COLORS = 15, 64
UNITS, _COLUMNS = 16, 4
# Seconds until the first pictures, and at least until the next; and the part of a run's time that pictures may take.
_FIRST, _LEAST, SHARE = 60.0, 120.0, 0.01
# In a long run, the pictures come at intervals of this part of its time so far, so that there are not too many.
_INTERVAL = 0.05

AddImage = Callable[[str, int, bytes, tuple[int, int]], None]


class TensorBoardPictures(Observer):
    """Adds the pictures, at checkpoints. A failure is one warning, and the end of the pictures, not of the run.

    Args:
        env_factory: that of the run, if it has one.
        clock: returns seconds.
    """

    def __init__(self, env_factory: EnvFactory | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._env_factory, self._clock = env_factory, clock
        self._add_image: AddImage | None = None
        self._config: TrainConfig | None = None
        self._began = self._next = 0.0

    def on_start(self, start: RunStart) -> None:
        """Begin to count the time."""
        self._add_image, self._config = start.add_image, start.config
        self._began = self._clock()
        self._next = self._began + _FIRST

    def on_checkpoint(self, update: int, policy: Callable[[], Player]) -> None:
        """Add the pictures if it is time for them."""
        begin = self._clock()
        if self._add_image is None or self._config is None or begin < self._next:
            return
        try:
            add_pictures(self._add_image, update, policy(), self._config, self._env_factory)
        except Exception as error:  # whatever it is, the run goes on
            log.warning("TensorBoard gets no pictures of the weights and of a game: %s", error)
            self._add_image = None
        end = self._clock()
        self._next = end + max(_LEAST, (end - begin) / SHARE, _INTERVAL * (end - self._began))


def add_pictures(
    add_image: AddImage, update: int, policy: Player, config: TrainConfig, env_factory: EnvFactory | None = None
) -> None:
    """Add the hidden units, sorted by what they contribute to the game that is shown, and the first steps of that game.

    Args:
        add_image: see `RunStart`.
        update: after which the policy is.
        policy: a `pong_pg.Policy` or `pong_pg.ActorCritic`.
        config: says which environment.
        env_factory: makes the environment, instead of the config's id.

    Raises:
        MissingPackageError: Pillow is not installed.
        PongPGError: the environment can't be made or played, or does not render; or the policy is of another class.
    """
    pillow: Any = require("PIL.Image", "a picture in TensorBoard", "video")
    with contextlib.closing(play_steps(policy, config, env_factory=env_factory)) as playing:
        steps = [step for step in itertools.islice(playing, STEPS) if step.game == 0]
    seen = [(step.decision.mask, step.decision.change) for step in steps if step.decision is not None]
    units = hidden_units(policy, np.array(seen) if seen else None).first(UNITS)
    # Twice the size: TensorBoard shows small pictures blurred.
    page = sheet(units, _COLUMNS).repeat(2, axis=0).repeat(2, axis=1)
    content = io.BytesIO()
    # With so few colours a third of the size, and the same to the eye.
    pillow.fromarray(page).quantize(_COLORS, dither=0).save(content, "PNG")
    add_image("weights/hidden_units", update, content.getvalue(), (page.shape[1], page.shape[0]))
    height, width = steps[0].screen.shape[:2]
    video = encoded((step.screen for step in steps), "gif", fps=_STEPS_PER_SECOND, scale=2)
    add_image("game/greedy", update, video, (2 * width, 2 * height))
