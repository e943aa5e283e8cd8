"""Play whole games with a network: in C on the console, otherwise step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.compat import Env
from pong_pg.errors import Stopped
from pong_pg.game.console_game import Game, console_rules
from pong_pg.game.env import copying, first_frame
from pong_pg.game.frames import SIDE, mask, mask_table
from pong_pg.reinforce import reference
from pong_pg.reinforce.kernels import Flags, Rollout, new_record
from pong_pg.reinforce.reference import Episode, Floats, Mask

# Steps between two questions whether to stop.
_STEPS_BETWEEN_STOP_CHECKS = 64


class Games:
    """Plays the games of one environment.

    Args:
        env: an environment with Gymnasium's API, whose observations are uint8 frames: (210, 160, 3) RGB or (210, 160)
            palette indices. A buffer that the environment reuses is fine.
        hidden: hidden units of the networks that play.
        stop: (1,) uint8; not 0 to abandon games on the console, which are played by one call of C.

    Attributes:
        record: of the last game, for its gradient.
    """

    def __init__(self, env: Env, hidden: int, stop: Flags | None = None) -> None:
        self._env = env
        self._on_console = False
        self.record = new_record(hidden, stop)
        self.are_on_console()

    def are_on_console(self) -> bool:
        """Return whether C plays by itself from now on: at first, the console may still have to be compiled."""
        if not self._on_console and isinstance(self.record, Rollout):
            rules = console_rules(self._env)
            if rules is not None:
                self.record.on(Game(rules))
                self._on_console = True
        return self._on_console

    def play(
        self,
        weights: tuple[Floats, Floats],
        env_seed: int,
        rng: np.random.Generator,
        *,
        greedy: bool = False,
        should_stop: Callable[[], bool] | None = None,
    ) -> Episode:
        """Play one whole game; what is returned holds until the next.

        Args:
            weights: (6400, hidden) and (hidden,) float32, of the network that plays.
            env_seed: seed of the environment's `reset`.
            rng: draws the actions.
            greedy: take the likelier action instead of drawing one.
            should_stop: asked every 64 steps where C does not play.

        Raises:
            Stopped: `should_stop` returned True, or the stop flag is set.
        """
        record = self.record
        record.begin(*weights)
        if self.are_on_console() and isinstance(record, Rollout):
            return record.play(env_seed, rng, greedy=greedy)
        masks = _Masks(self._env, should_stop)
        return reference.play(masks, record.look, rng, seed=env_seed, preprocess=lambda seen: seen, greedy=greedy)


class _Masks:
    """An environment whose observations are masks, and whose errors are this package's.

    Args:
        env: as of `Games`.
        should_stop: asked every 64 steps; `step` raises Stopped if it returns True.
    """

    def __init__(self, env: Env, should_stop: Callable[[], bool] | None) -> None:
        self._env, self._should_stop = env, should_stop
        self._advance = copying(env)
        self._cropped = np.empty((SIDE, SIDE), np.uint8)
        self._steps = 0

    def reset(self, *, seed: int) -> tuple[Mask, dict[str, Any]]:
        frame = first_frame(self._env, seed)
        self._table = mask_table(frame)
        return mask(frame), {}

    def step(self, action: int) -> tuple[Mask, float, bool, bool, dict[str, Any]]:
        reward, terminated, truncated = self._advance(action, self._cropped)
        self._steps += 1
        if self._should_stop is not None and self._steps % _STEPS_BETWEEN_STOP_CHECKS == 0 and self._should_stop():
            raise Stopped
        return self._table[self._cropped], reward, terminated, truncated, {}
