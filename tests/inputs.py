"""Frames of a game, and the network's inputs as the tests compare them: one row of 6,400 a difference frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from pong_pg.reinforce.network import Differences

import pong_pg
from pong_pg.game.frames import PIXELS
from pong_pg.reinforce.rollout import Episode

Floats = npt.NDArray[np.float64]


def _dense(pixels: npt.NDArray[Any], signs: npt.NDArray[Any], ends: npt.NDArray[Any]) -> Floats:
    xs = np.zeros((len(ends), PIXELS))
    begin = 0
    for row, end in zip(xs, ends.tolist(), strict=True):
        assert (np.diff(pixels[begin:end]) > 0).all(), "pixels are out of order"
        row[pixels[begin:end]] = signs[begin:end]
        begin = end
    assert begin == len(pixels) == len(signs) == np.count_nonzero(xs)
    return xs


def dense(differences: Differences) -> Floats:
    """One row for each game."""
    return _dense(*differences)


def inputs_of(episode: Episode) -> Floats:
    """One row for each step."""
    return _dense(episode.pixels, episode.signs, np.cumsum(episode.change_counts))


def differences_of(xs: Sequence[npt.ArrayLike]) -> Differences:
    """The difference frames of several games from their rows of -1, 0 and 1."""
    pixels = [np.flatnonzero(x) for x in xs]
    signs = [np.asarray(x)[where] for x, where in zip(xs, pixels, strict=True)]
    ends = np.cumsum([len(where) for where in pixels], dtype=np.intp)
    return Differences(np.concatenate(pixels).astype(np.int32), np.concatenate(signs).astype(np.float32), ends)


def one_difference(**signs: int) -> Differences:
    """The difference frame of one game: `one_difference(p10=1, p20=-1)`."""
    x = np.zeros(PIXELS)
    for name, sign in signs.items():
        x[int(name[1:])] = sign
    return differences_of([x])


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
