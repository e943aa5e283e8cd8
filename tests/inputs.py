"""Frames of a game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import pong_pg


def whole_game(obs_type: str) -> list[npt.NDArray[np.uint8]]:
    """The frames of a game of Pong in which everything moves, the same for each kind of frame."""
    env = pong_pg.make("PongDeterministic-v4", backend="direct", obs_type=obs_type)
    actions = np.random.default_rng(4)
    frame, _ = env.reset(seed=0)
    frames = [frame.copy()]
    over = False
    while not over:
        frame, _, terminated, truncated, _ = env.step(int(actions.integers(6)))
        frames.append(frame.copy())
        over = terminated or truncated
    return frames
