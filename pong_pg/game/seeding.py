"""Derive all random generators of a run from its seed and their purpose, independent of workers and timing."""

from __future__ import annotations

import numpy as np

_WEIGHTS, _TRAINING_GAME, _EVALUATION_GAME, _ENV_GAME, _SHUFFLING, _EVALUATION = range(6)


def weights_rng(seed: int) -> np.random.Generator:
    """Return the generator for a run's initial weights."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_WEIGHTS,)))


def training_game(seed: int, update: int, game: int) -> tuple[int, np.random.Generator]:
    """Return the environment's seed and the action generator for one game of one update, both counted from 0."""
    return _game(np.random.SeedSequence(seed, spawn_key=(_TRAINING_GAME, update, game)))


def evaluation_game(seed: int, game: int) -> tuple[int, np.random.Generator]:
    """Return the environment's seed and the action generator for one game of an evaluation, counted from 0."""
    return _game(np.random.SeedSequence(seed, spawn_key=(_EVALUATION_GAME, game)))


def evaluation_seed(seed: int, update: int) -> int:
    """Return the seed of the evaluation of a run after an update; its games are those of `evaluation_game`."""
    sequence = np.random.SeedSequence(seed, spawn_key=(_EVALUATION, update))
    return int(sequence.generate_state(1, np.uint64)[0])


def env_game(seed: int, env: int, game: int) -> tuple[int, np.random.Generator]:
    """Return the environment's seed and the action generator for one game in one of PPO's environments, from 0."""
    return _game(np.random.SeedSequence(seed, spawn_key=(_ENV_GAME, env, game)))


def shuffling_rng(seed: int, update: int) -> np.random.Generator:
    """Return the generator for the minibatches of one update of PPO, counted from 0."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_SHUFFLING, update)))


def _game(sequence: np.random.SeedSequence) -> tuple[int, np.random.Generator]:
    # 31 bits, the smallest range of seeds that any environment's `reset` accepts.
    env_seed = int(sequence.generate_state(1)[0]) >> 1
    return env_seed, np.random.default_rng(sequence.spawn(1)[0])
