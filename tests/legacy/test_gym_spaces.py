"""Samples of spaces are those of the era.

Golden values: gym 0.19.0 on Python 3.11, each space seeded with 11 and sampled three times, rounded to
four digits, by the code below with `from gym import spaces`.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from pong_pg.legacy.read import settings

pytestmark = pytest.mark.needs("gymnasium>=1.0")

FIVE = settings.Settings(step_values=5, reset_pair=True)

GYM_019: dict[str, Any] = {
    "discrete": [2, 5, 3],
    "bytes": [[124, 29, 172], [180, 78, 236], [127, 151, 211]],
    "unit": [[-0.0258, -0.7679, 0.3478], [0.4133, -0.3833, 0.8454], [-0.0048, 0.1848, 0.6489]],
    "mixed": [
        [-0.3833, -1.026, 1.1206, -1.2264],
        [0.1848, -0.0345, 2.5598, -0.6883],
        [-0.9147, 0.8084, 3.3068, -1.0253],
    ],
    "whole": [[0, -8, 4, 4], [-4, 9, 0, 2], [7, -8, -5, 5]],
    "bits": [[0, 0, 1, 0], [1, 1, 0, 0], [1, 0, 0, 1]],
    "many": [[2, 0, 6], [3, 0, 8], [2, 1, 7]],
    "tuple": [[2, [0.4871, 0.116]], [3, [0.6739, 0.7067]], [4, [0.3084, 0.9227]]],
    "dict": [
        [["a", [0.4871, 0.116]], ["b", 2]],
        [["a", [0.6739, 0.7067]], ["b", 1]],
        [["a", [0.3084, 0.9227]], ["b", 2]],
    ],
}


@pytest.fixture
def spaces(gym: Any) -> Any:
    return gym.spaces


def _made(spaces: Any, name: str) -> Any:
    infinite = np.inf
    return {
        "discrete": lambda: spaces.Discrete(6),
        "bytes": lambda: spaces.Box(0, 255, (3,), np.uint8),
        "unit": lambda: spaces.Box(-1.0, 1.0, (3,)),
        "mixed": lambda: spaces.Box(
            low=np.array([-1.0, -infinite, 0.0, -infinite]), high=np.array([1.0, infinite, infinite, 0.0])
        ),
        "whole": lambda: spaces.Box(-10, 10, (4,), dtype=np.int32),
        "bits": lambda: spaces.MultiBinary(4),
        "many": lambda: spaces.MultiDiscrete([5, 2, 9]),
        "tuple": lambda: spaces.Tuple((spaces.Discrete(5), spaces.Box(0, 1, (2,)))),
        "dict": lambda: spaces.Dict({"b": spaces.Discrete(3), "a": spaces.Box(0, 1, (2,))}),
    }[name]()


def _plain(sample: Any) -> Any:
    if isinstance(sample, dict):
        return [[name, _plain(part)] for name, part in sample.items()]
    if isinstance(sample, tuple):
        return [_plain(part) for part in sample]
    return [round(float(value), 4) for value in sample] if isinstance(sample, np.ndarray) else sample


@pytest.mark.parametrize("name", GYM_019)
def test_samples_are_the_eras(spaces: Any, name: str) -> None:
    space = _made(spaces, name)
    space.seed(11)
    samples = [space.sample() for _ in range(3)]
    assert [_plain(sample) for sample in samples] == GYM_019[name]
    assert all(space.contains(sample) and sample in space for sample in samples)
    assert type(_made(spaces, "discrete").sample()) is int


def test_old_constructors(spaces: Any) -> None:
    assert spaces.Box(low=np.zeros(3), high=np.ones(3)).shape == (3,)
    assert spaces.Box(0, 255, (84, 84, 4)).dtype == np.float32
    assert spaces.Box(-10, 300, [2], np.uint8).high.tolist() == [255, 255]
    assert spaces.Box(np.array([0, 0]), 5).shape == (2,)
    pairs = spaces.MultiDiscrete([[0, 4], [0, 1], [0, 1]])
    assert (pairs.nvec.tolist(), pairs.num_discrete_space) == ([5, 2, 2], 3)
    assert spaces.Discrete(np.int64(3)).n == 3
    assert spaces.Tuple([spaces.Discrete(2), spaces.Discrete(3)])[1].n == 3
    assert list(spaces.Dict(left=spaces.Discrete(2), right=spaces.Discrete(2)).spaces) == ["left", "right"]
    assert spaces.Box(0, 1, ()).shape == ()


def test_samples_without_a_seed_are_those_of_2017_where_the_year_is_unknown(
    spaces: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    spaces.prng.seed(0)
    settings.use(settings.Settings(early_gym_is_guess=True))
    monkeypatch.delitem(sys.modules, "ray", raising=False)
    assert [spaces.Discrete(10).sample() for _ in range(3)] == [5, 0, 3]
    seeded = spaces.Discrete(6)
    seeded.seed(11)
    assert [seeded.sample() for _ in range(3)] == GYM_019["discrete"]
    monkeypatch.setitem(sys.modules, "ray", None)
    assert spaces.Discrete(10).np_random is not spaces.prng.np_random


def test_spaces_are_printed_as_then(spaces: Any) -> None:
    box = spaces.Box(np.array([-1.0, 0.0]), np.array([2.0, 3.0]))
    # As in gym 0.17.3 and 0.9.4.
    assert str(box) == "Box(-1.0, 3.0, (2,), float32)"
    settings.use(settings.Settings(early_gym=True))
    assert str(box) == "Box(2,)"
