from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import own_envs
import pytest

from pong_pg.compat._versions import accepts, optional
from pong_pg.compat.spaces import converted

gymnasium_spaces: Any = optional("gymnasium.spaces", "the tests of spaces")
gym_spaces: Any = optional("gym.spaces", "the tests of spaces")

SPACES: dict[str, Callable[[Any], Any]] = {
    "Discrete": lambda package: package.Discrete(5),
    "Box": lambda package: package.Box(np.array([-1, 0], np.float32), np.array([1, 9], np.float32)),
    "Box of bytes": lambda package: package.Box(0, 255, (3, 4), np.uint8),
    "MultiBinary": lambda package: package.MultiBinary(4),
    "MultiDiscrete": lambda package: package.MultiDiscrete([2, 5]),
    "MultiDiscrete, short": lambda package: package.MultiDiscrete(
        [2, 5], **({"dtype": np.int32} if accepts(package.MultiDiscrete, "dtype") else {})
    ),
    "Tuple": lambda package: package.Tuple((package.Discrete(2), package.MultiBinary(3))),
    "Dict": lambda package: package.Dict({"a": package.Discrete(2), "b": package.Box(0, 1, (2,), np.float64)}),
}
if gym_spaces is not None and accepts(gym_spaces.Discrete, "start"):
    SPACES["Discrete from 3"] = lambda package: package.Discrete(5, start=3)


@pytest.mark.needs("gym", "gymnasium")
@pytest.mark.parametrize("make", SPACES.values(), ids=SPACES)
def test_a_space_is_the_same_space_of_the_other_package_and_back(make: Callable[[Any], Any]) -> None:
    ours, theirs = make(gymnasium_spaces), make(gym_spaces)
    assert converted(theirs, gymnasium_spaces) == ours
    assert converted(ours, gym_spaces) == theirs
    for _ in range(3):
        assert converted(theirs, gymnasium_spaces).contains(converted(ours, gymnasium_spaces).sample())


@pytest.mark.needs("gym", "gymnasium>=1.0")
def test_a_space_that_the_other_package_can_not_say_stays_what_it_is() -> None:
    space = gymnasium_spaces.MultiDiscrete([2, 2], start=[5, 5])
    assert converted(space, gym_spaces) is space


@pytest.mark.needs("gymnasium")
def test_what_is_of_the_package_already_or_of_none_is_left_alone() -> None:
    space = gymnasium_spaces.Discrete(3)
    assert converted(space, gymnasium_spaces) is space
    own = own_envs.Discrete()
    assert converted(own, gymnasium_spaces) is own
