"""Samples of spaces are those of the era.

Golden values: gym 0.19.0 on Python 3.11, each space seeded with 11 and sampled three times, rounded to
four digits, by the code below with `from gym import spaces`.
"""

from __future__ import annotations

import copy
import importlib
import pickle
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


def test_what_contains_says(spaces: Any) -> None:
    discrete = spaces.Discrete(3)
    assert [discrete.contains(value) for value in (2, np.int8(1), 3, -1, 2.0, "2", np.array([1]))] == [
        *(True, True),
        *(False,) * 5,
    ]
    box = spaces.Box(-1, 1, (2,))
    assert box.contains([0, 0])
    assert not box.contains([0, 2])
    assert not box.contains([0])
    assert not spaces.MultiBinary(2).contains([0, 2])
    assert not spaces.MultiDiscrete([2, 3]).contains([2, 0])


def test_the_one_generator_of_2016(spaces: Any) -> None:
    prng = importlib.import_module("pong_pg.legacy.shims.gym.spaces.prng")
    settings.use(settings.Settings(early_gym=True))
    spaces.prng.seed(0)
    # What NumPy's own generator gives with this seed.
    assert [spaces.Discrete(10).sample() for _ in range(5)] == [5, 0, 3, 3, 7]
    assert prng.np_random is spaces.Discrete(2).np_random


def test_seeding(spaces: Any) -> None:
    seeding = importlib.import_module("pong_pg.legacy.shims.gym.utils.seeding")
    error = importlib.import_module("pong_pg.legacy.shims.gym.error")
    # As gym 0.19.0 has them.
    assert seeding.hash_seed(5) == 4008908563610459910
    assert [seeding.create_seed(seed) for seed in ("abc", 12, -3)] == [
        10637842824275649121,
        12,
        18446744073709551613,
    ]
    generator, seed = seeding.np_random(9)
    assert (seed, generator.randint(0, 100, 5).tolist()) == (9, [53, 65, 75, 0, 39])
    assert 0 <= generator.integers(3) < 3
    assert generator.integers(1, 1, endpoint=True) == 1
    settings.use(FIVE)
    generator, seed = seeding.np_random(9)
    # As gym 0.26.2 has them.
    assert (seed, generator.integers(0, 100, 5).tolist()) == (9, [42, 87, 96, 28, 11])
    assert 0 <= generator.rand() < 1
    assert generator.randint(3) in range(3)
    assert generator.random_sample(2).shape == generator.randn(2).shape == (2,)
    assert pickle.loads(pickle.dumps(generator)).rand() == copy.deepcopy(generator).rand()
    for bad in (-1, "a", 1.5):
        with pytest.raises(error.Error, match="seed must be an integer"):
            seeding.np_random(bad)
