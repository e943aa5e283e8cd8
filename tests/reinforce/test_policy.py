from __future__ import annotations

import copy
import itertools
import pickle
from typing import Any

import numpy as np
import pytest
from inputs import whole_game
from wrong_arrays import WRONG

from pong_pg.errors import ArgumentError
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.env import training_env
from pong_pg.game.frames import PIXELS
from pong_pg.game.results import GameResult
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.policy import ReinforcePolicy


@pytest.mark.parametrize(
    ("first", "second"), [((5, 6399), (5,)), ((5, 6400), (4,)), ((6400,), (1,)), ((5, 6400), (5, 1))]
)
def test_weights_of_wrong_shapes_are_refused(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"W1 must have the shape \(hidden, 6400\)"):
        ReinforcePolicy(np.zeros(first), np.zeros(second))


def test_act_sees_the_difference_to_the_frame_before() -> None:
    W1 = np.zeros((1, PIXELS))
    W1[0, 5] = 1000
    policy = ReinforcePolicy(W1, [-1.0])
    dark = np.zeros((210, 160, 3), np.uint8)
    lit = dark.copy()
    lit[35, 10, 0] = 236
    assert policy.act(dark, greedy=True) == UP
    assert policy.act(lit, greedy=True) == DOWN
    assert policy.act(lit, greedy=True) == UP
    assert policy.act(dark, greedy=True) == UP
    policy.reset()
    assert policy.act(lit, greedy=True) == UP, "a game's first frame is a difference to nothing"


def test_act_draws_the_same_actions_after_a_seeded_reset(policy: ReinforcePolicy) -> None:
    frame = np.zeros((210, 160), np.uint8)

    def actions() -> list[int]:
        policy.reset(seed=3)
        return [policy.act(frame) for _ in range(40)]

    first = actions()
    assert first == actions()
    assert set(first) == {UP, DOWN}


def test_frame_by_frame_it_plays_the_games_that_it_plays_whole() -> None:
    policy, env = ReinforcePolicy.initial(16, np.random.default_rng(0)), training_env(ReinforceConfig(env="Pong-v4"))
    (whole,) = itertools.islice(policy.play_games(env, lambda _: (3, np.random.default_rng(2))), 1)
    policy.reset(np.random.default_rng(2))
    observation, _ = env.reset(seed=3)
    rewards, over = [], False
    while not over:
        observation, reward, terminated, truncated, _ = env.step(policy.act(observation))
        rewards.append(reward)
        over = terminated or truncated
    assert whole == GameResult(0, 3, sum(rewards), len(rewards), False)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, copy.copy, lambda policy: pickle.loads(pickle.dumps(policy))])
@pytest.mark.parametrize("kind", ["rgb", "palette"])
@pytest.mark.parametrize("steps", [0, 1, 70])
def test_a_copy_goes_on_with_the_same_game(duplicate: Any, kind: str, steps: int) -> None:
    frames = whole_game(kind)[:110]
    policy = ReinforcePolicy.initial(8, np.random.default_rng(1))
    policy.reset(seed=5)
    for frame in frames[:steps]:
        policy.act(frame)
    other = duplicate(policy)
    if duplicate is copy.copy:
        # A shallow copy shares the generator.
        other._rng = copy.deepcopy(policy._rng)
    actions = [policy.act(frame) for frame in frames[steps:]]
    assert [other.act(frame) for frame in frames[steps:]] == actions
    assert set(actions) == {UP, DOWN}


@pytest.mark.parametrize("observation", [np.zeros((84, 84), np.uint8), np.zeros((210, 160, 3)), [1, 2], [[1], [2, 3]]])
def test_act_refuses_what_is_no_frame(policy: ReinforcePolicy, observation: object) -> None:
    with pytest.raises(ArgumentError, match="must be a uint8 array"):
        policy.act(observation)  # type: ignore[arg-type]  # a frame that is none


@pytest.mark.parametrize("seed", ["x", -1, 1.5])
def test_reset_refuses_what_is_no_seed(policy: ReinforcePolicy, seed: object) -> None:
    with pytest.raises(ArgumentError, match=r"seed must be an integer of at least 0, .* or None; got"):
        policy.reset(seed)  # type: ignore[arg-type]  # a seed that is none


def test_the_digest_is_of_the_weights_and_nothing_else(policy: ReinforcePolicy) -> None:
    again = pickle.loads(pickle.dumps(policy))
    again.act(np.zeros((210, 160), np.uint8))
    assert again.digest() == policy.digest() == copy.copy(policy).digest()
    W1 = np.array(policy.W1, np.float32)
    W1[3, 77] = np.nextafter(W1[3, 77], np.float32(2))
    assert ReinforcePolicy(W1, policy.W2).digest() != policy.digest()


@pytest.mark.parametrize("way", ["float64", "other byte order", "Fortran order", "not contiguous", "a list"])
def test_weights_of_another_type_are_converted(way: str) -> None:
    plain = ReinforcePolicy.initial(3, np.random.default_rng(0))
    converted = ReinforcePolicy(*(WRONG[way](np.ascontiguousarray(array)) for array in (plain.W1, plain.W2)))
    assert converted.digest() == plain.digest()
    assert converted.W1_T.dtype == np.float32
    assert converted.W1_T.flags.c_contiguous


def test_weights_are_real_numbers() -> None:
    with pytest.raises(ValueError, match="real numbers"):
        ReinforcePolicy(np.zeros((3, PIXELS), np.complex64), np.zeros(3))
