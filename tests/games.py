"""Digests of whole games, for the golden files."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

SEED = 1
STEPS = 600


def game_digest(env: Any) -> str:
    """SHA-256 of all frames, rewards and ends of a game with seed 1 and a fixed stream of random actions."""
    actions = np.random.default_rng(6)
    sha = hashlib.sha256()
    observation, _ = env.reset(seed=SEED)
    sha.update(observation.tobytes())
    for _ in range(STEPS):
        observation, reward, terminated, truncated, _ = env.step(int(actions.integers(6)))
        sha.update(observation.tobytes() + np.float64(reward).tobytes() + bytes([terminated, truncated]))
        if terminated or truncated:
            break
    return sha.hexdigest()
