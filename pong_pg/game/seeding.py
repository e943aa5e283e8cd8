"""Where the randomness of a run comes from: its seed, and what the number is for; never who asks or when."""

from __future__ import annotations

import numpy as np

_WEIGHTS, _TRAINING_GAME, _EVALUATION_GAME, _ENV_GAME, _SHUFFLING = range(5)


def weights_rng(seed: int) -> np.random.Generator:
    """Return the generator that draws a run's initial weights."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_WEIGHTS,)))


def training_game(seed: int, update: int, game: int) -> tuple[int, np.random.Generator]:
    """Return the environment's seed and the generator of actions for one game of one update, both from 0."""
    return _game(np.random.SeedSequence(seed, spawn_key=(_TRAINING_GAME, update, game)))


def evaluation_game(seed: int, game: int) -> tuple[int, np.random.Generator]:
    """Return the environment's seed and the generator of actions for one evaluation game, from 0."""
    return _game(np.random.SeedSequence(seed, spawn_key=(_EVALUATION_GAME, game)))


def env_game(seed: int, env: int, game: int) -> tuple[int, np.random.Generator]:
    """Return the environment's seed and the generator of actions for one game of one of PPO's environments."""
    return _game(np.random.SeedSequence(seed, spawn_key=(_ENV_GAME, env, game)))


def shuffling_rng(seed: int, update: int) -> np.random.Generator:
    """Return the generator that draws the minibatches of one update of PPO, from 0."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_SHUFFLING, update)))


def _game(sequence: np.random.SeedSequence) -> tuple[int, np.random.Generator]:
    # 31 bits: the least that any environment's `reset(seed=)` takes.
    env_seed = int(sequence.generate_state(1)[0]) >> 1
    return env_seed, np.random.default_rng(sequence.spawn(1)[0])
