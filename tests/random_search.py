"""A third algorithm, as a user would write one: random search over the weights of the reference's policy."""

from __future__ import annotations

import dataclasses
import itertools
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from pong_pg import EnvFactory, Progress, ReinforcePolicy, TrainConfig, UpdateMetrics
from pong_pg.algorithm import Algorithm, Arrays, Shapes
from pong_pg.errors import Stopped
from pong_pg.game.env import training_env
from pong_pg.game.metrics import columns_of_games
from pong_pg.game.seeding import training_game, weights_rng
from pong_pg.settings import ABOVE_0, integer, one_of, setting


@dataclass(frozen=True, kw_only=True)
class RandomSearchConfig(TrainConfig):
    algorithm: str = setting("random-search", one_of("random-search"), "the algorithm")
    hidden: int = setting(8, integer(1), "hidden units of the policy")
    noise: float = setting(0.1, ABOVE_0, "standard deviation of the perturbations", metavar="X")
    summary = "random search, 1 game an update"


class State:
    def __init__(self, config: RandomSearchConfig, W1: Any, W2: Any, progress: Progress) -> None:
        self.config, self.W1, self.W2, self.progress = config, W1, W2, progress

    def policy(self) -> ReinforcePolicy:
        return ReinforcePolicy(self.W1, self.W2)

    def arrays(self) -> Arrays:
        return {"W1": self.W1, "W2": self.W2}

    @classmethod
    def shapes(cls, config: RandomSearchConfig) -> Shapes:
        return {"W1": (np.float32, (config.hidden, 6400)), "W2": (np.float32, (config.hidden,))}

    @classmethod
    def initial(cls, config: RandomSearchConfig, progress: Progress) -> State:
        policy = ReinforcePolicy.initial(config.hidden, weights_rng(config.seed))
        return cls(config, policy.W1, policy.W2, progress)

    @classmethod
    def from_arrays(cls, config: RandomSearchConfig, arrays: Arrays, progress: Progress) -> State:
        return cls(config, arrays["W1"], arrays["W2"], progress)


class Pool:
    """Plays one game at a time, in this process; it does not use Ray."""

    size = 0
    faults = ()

    def __init__(self, config: RandomSearchConfig, env_factory: EnvFactory | None) -> None:
        self.env = training_env(config, env_factory)

    def close(self) -> None:
        self.env.close()


class Searcher:
    consistent = True

    def __init__(self, state: State, pool: Pool) -> None:
        self.state, self.pool = state, pool

    def update(self, on_game: Any, should_stop: Any) -> tuple[UpdateMetrics, None]:
        if should_stop():
            raise Stopped
        state, progress, began = self.state, self.state.progress, time.perf_counter()
        env_seed, rng = training_game(state.config.seed, progress.update, 0)
        W1, W2 = (w + state.config.noise * rng.standard_normal(w.shape, np.float32) for w in (state.W1, state.W2))
        (game,) = itertools.islice(ReinforcePolicy(W1, W2).play_games(self.pool.env, lambda _: (env_seed, rng)), 1)
        on_game(game)
        if progress.best_mean is None or game.total_reward >= progress.best_mean:
            state.W1, state.W2 = W1, W2
            progress = dataclasses.replace(progress, best_mean=game.total_reward)
        state.progress = progress = progress.after([game.total_reward], game.steps)
        columns = columns_of_games(progress, [game], game.steps, time.perf_counter() - began)
        return UpdateMetrics(**columns, gradient_norm=0.0, entropy=0.0), None


class RandomSearch(Algorithm[RandomSearchConfig, State, Pool]):
    config_type = RandomSearchConfig

    def state_type(self) -> type[State]:
        return State

    def local_pool(self, config: RandomSearchConfig, env_factory: EnvFactory | None) -> Pool:
        return Pool(config, env_factory)

    def ray_pool(self, config: RandomSearchConfig, env_factory: EnvFactory | None, size: int, cpus_each: float) -> Pool:
        return Pool(config, env_factory)

    def trainer(self, state: State, pool: Pool) -> Searcher:
        return Searcher(state, pool)


ALGORITHM = RandomSearch()
