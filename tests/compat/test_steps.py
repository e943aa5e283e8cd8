from __future__ import annotations

from typing import Any

import own_envs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pong_pg
from pong_pg.compat import steps

# What old Gym's environments put into info: the key with either value, or not at all.
infos = st.fixed_dictionaries(
    {"lives": st.integers(0, 5)}, optional={"TimeLimit.truncated": st.booleans(), "note": st.text(max_size=5)}
)
rewards = st.floats(allow_nan=False) | st.integers(-(10**6), 10**6)
old_steps = st.tuples(st.integers(0, 9), rewards, st.booleans(), infos)


@pytest.mark.parametrize(
    ("done", "info", "expected"),
    [
        (False, {}, (False, False)),
        (True, {}, (True, False)),
        (True, {"TimeLimit.truncated": True}, (False, True)),
        (True, {"TimeLimit.truncated": False}, (True, False)),
        (False, {"TimeLimit.truncated": True}, (False, False)),
    ],
)
def test_split_done(done: bool, info: dict[str, Any], expected: tuple[bool, bool]) -> None:
    assert steps.split_done(done, info) == expected


@pytest.mark.parametrize(
    ("terminated", "truncated", "expected"),
    [
        (False, False, (False, {})),
        (True, False, (True, {})),
        (False, True, (True, {"TimeLimit.truncated": True})),
        (True, True, (True, {"TimeLimit.truncated": False})),
    ],
)
def test_join_done(terminated: bool, truncated: bool, expected: tuple[bool, dict[str, Any]]) -> None:
    info: dict[str, Any] = {}
    assert steps.join_done(terminated, truncated, info) == expected
    assert info == {}, "the caller's info is not changed"


class Replay:
    """An old environment that plays back a sequence of steps."""

    action_space = own_envs.Discrete()

    def __init__(self, sequence: list[Any]) -> None:
        self._sequence = iter(sequence)

    def reset(self) -> Any:
        return 7

    def step(self, action: int) -> Any:
        return next(self._sequence)


@given(st.lists(old_steps, min_size=1, max_size=20))
def test_old_to_new_to_old_loses_nothing(sequence: list[Any]) -> None:
    env = pong_pg.as_legacy(pong_pg.adapt(Replay(sequence)))
    assert env.reset() == 7
    for observation, reward, done, info in sequence:
        before = dict(info)
        assert env.step(0) == (observation, reward, done, before)
        assert info == before


new_steps = st.tuples(st.integers(0, 9), rewards, st.booleans(), st.booleans(), infos)


@given(st.lists(new_steps.filter(lambda step: not (step[2] and step[3])), min_size=1, max_size=20))
def test_new_to_old_to_new_loses_nothing_but_both_at_once(sequence: list[Any]) -> None:
    env = pong_pg.adapt(pong_pg.as_legacy(pong_pg.adapt(Replay(sequence))))
    assert env.reset() == (7, {})
    for observation, reward, terminated, truncated, info in sequence:
        given_back = env.step(0)
        assert given_back[:4] == (observation, reward, terminated, truncated)
        assert {**info, **given_back[4]} == given_back[4] or "TimeLimit.truncated" in info
