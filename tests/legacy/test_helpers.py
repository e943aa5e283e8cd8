from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pong_pg.compat.steps import TRUNCATED
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.settings import Settings
from pong_pg.legacy.runtime import helpers
from pong_pg.legacy.runtime.python2_names import PYTHON2_NAMES

pytestmark = pytest.mark.every_python


@pytest.fixture(autouse=True)
def _settings_stay() -> Iterator[None]:
    before = settings.current()
    yield
    settings.use(before)


def test_five_values_become_four_and_four_become_five() -> None:
    info: dict[str, Any] = {"lives": 1}
    assert helpers.as_step(("o", 1.0, False, False, info), 4) == ("o", 1.0, False, info)
    assert helpers.as_step(("o", 1.0, False, True, info), 4) == ("o", 1.0, True, {"lives": 1, TRUNCATED: True})
    assert info == {"lives": 1}
    assert helpers.as_step(("o", 1.0, True, {}), 5) == ("o", 1.0, True, False, {})
    assert helpers.as_step(("o", 1.0, np.bool_(True), {TRUNCATED: True}), 5)[2:4] == (False, True)


@pytest.mark.parametrize(
    "result", [(1, 2, 3, 4, 5), (1, 2, "x", {}), [1, 2, True, {}], None, (1, 2, 3), ("o", 1.0, False, False, "info")]
)
def test_what_is_no_step_passes(result: Any) -> None:
    assert helpers.as_step(result, 4) is result
    assert helpers.as_step(result, 5) is result


def test_a_reset_becomes_a_pair() -> None:
    pair: Any = ("o", {})
    frame, point = np.zeros((3, 4)), np.zeros(2)
    assert helpers.as_reset_pair(pair) is pair
    assert helpers.as_reset_pair(frame) == (frame, {})
    assert helpers.as_reset_pair((1, 2)) == (1, 2)
    # `position, velocity = env.reset()` unpacks the observation, unless the program's environments give pairs.
    assert helpers.as_reset_pair(point) is point
    settings.use(Settings(step_values=5))
    assert helpers.as_reset_pair(point)[0] is point


def test_classes_that_divide_and_arrays_that_broadcast() -> None:
    class Old:
        def __truediv__(self, other: object) -> str:
            return f"divided by {other}"

    assert helpers.div(Old(), 2) == "divided by 2"
    assert helpers.div(np.array([7, 8]), np.int64(2)).tolist() == [3, 4]
    assert helpers.div(np.array([7, 8]), [2, 4]).tolist() == [3.5, 2.0]
    whole = np.array([7, 8])
    assert helpers.idiv(whole, 2) is whole
    assert whole.tolist() == [3, 4]


def test_names_travel_by_name() -> None:
    for name, value in PYTHON2_NAMES.items():
        assert pickle.loads(pickle.dumps(value)) is value, name
