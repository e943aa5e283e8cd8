"""The games of an evaluation, one after another."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TypeGuard

import numpy as np

from pong_pg.compat import Env
from pong_pg.game.player import GamePlayer, GameSeeds, Player
from pong_pg.game.results import GameResult


def play_games(policy: Player, env: Env, seeds: GameSeeds, *, greedy: bool) -> Iterator[GameResult]:
    """Yield games with these seeds one by one, without end, in an environment from `training_env`."""
    if _plays_games(policy):
        return policy.play_games(env, seeds, greedy=greedy)
    return _play_by_frames(policy, env, seeds, greedy=greedy)


def _plays_games(policy: Player) -> TypeGuard[GamePlayer]:
    # Of its class: a wrapper that hands attributes on to another policy is to be asked for every action itself.
    return callable(getattr(type(policy), "play_games", None))


def _play_by_frames(policy: Player, env: Env, seeds: GameSeeds, *, greedy: bool) -> Iterator[GameResult]:
    for game in itertools.count():
        env_seed, rng = seeds(game)
        policy.reset(rng)
        observation, _ = env.reset(seed=env_seed)
        total, steps = 0.0, 0
        terminated = truncated = False
        while not (terminated or truncated):
            # A copy: the environment may reuse one buffer, and a player may keep the last frame.
            action = policy.act(np.array(observation), greedy=greedy)
            observation, reward, terminated, truncated, _ = env.step(action)
            total, steps = total + float(reward), steps + 1
        yield GameResult(game, env_seed, total, steps, not terminated)
