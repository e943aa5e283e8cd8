"""Play whole games with a network: in C on the console, otherwise step by step."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from pong_pg.compat import Env
from pong_pg.errors import Stopped
from pong_pg.game.console_game import Game, console_rules
from pong_pg.game.env import MaskedEnv
from pong_pg.game.frames import Mask
from pong_pg.reinforce import reference
from pong_pg.reinforce.kernels import Rollout, new_record
from pong_pg.reinforce.reference import Episode, Floats

# Steps between two questions whether to stop.
_STEPS_BETWEEN_STOP_CHECKS = 64


class Games:
    """Plays the games of one environment.

    Args:
        env: an environment from `pong_pg.game.env.training_env`.
        hidden: hidden units of the networks that play.

    Attributes:
        record: of the last game, for its gradient.
        is_on_console: C plays by itself.
    """

    def __init__(self, env: Env, hidden: int) -> None:
        self._masked, rules = MaskedEnv(env), console_rules(env)
        self.record = new_record(hidden, None if rules is None else Game(rules))
        self.is_on_console = rules is not None and isinstance(self.record, Rollout)

    def play(
        self,
        weights: tuple[Floats, Floats],
        env_seed: int,
        rng: np.random.Generator,
        *,
        greedy: bool = False,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> Episode:
        """Play one whole game; what is returned holds until the next.

        Args:
            weights: (6400, hidden) and (hidden,) float32, of the network that plays.
            env_seed: seed of the environment's `reset`.
            rng: draws the actions.
            greedy: see `reference.play`.
            should_stop: asked at the first of every 64 steps where C does not play.

        Raises:
            Stopped: `should_stop` returned True.
        """
        record, steps = self.record, itertools.count()
        record.begin(*weights)
        if self.is_on_console and isinstance(record, Rollout):
            return record.play(env_seed, rng, greedy=greedy)

        def look(mask: Mask) -> float:
            if next(steps) % _STEPS_BETWEEN_STOP_CHECKS == 0 and should_stop():
                raise Stopped
            return record.look(mask)

        return reference.play(self._masked, look, rng, seed=env_seed, preprocess=lambda mask: mask, greedy=greedy)
