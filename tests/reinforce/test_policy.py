from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
import reference
from falling import FallingBall
from inputs import differences_of, one_difference, whole_game
from pong_pg.reinforce.network import sigmoid
from wrong_arrays import WRONG

from pong_pg.errors import ArgumentError
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.frames import PIXELS
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.policy import Policy
from pong_pg.reinforce.workers import LocalPool


def random_input(rng: np.random.Generator) -> np.ndarray:
    x = np.zeros(PIXELS)
    x[rng.choice(PIXELS, 40, replace=False)] = np.where(rng.random(40) < 0.5, -1, 1)
    return x


@pytest.mark.parametrize("games", [1, 3])
def test_forward_is_the_references_in_float64(policy: Policy, games: int) -> None:
    rng = np.random.default_rng(8)
    for _ in range(20):
        xs = [random_input(rng) for _ in range(games)]
        hidden, logits = policy.forward(differences_of(xs))
        assert hidden.shape == (games, 200)
        for x, row, logit in zip(xs, hidden, logits, strict=True):
            expected_hidden, expected_p = reference.forward(np.array(policy.W1), np.array(policy.W2), x)
            np.testing.assert_allclose(row, expected_hidden, rtol=1e-12, atol=1e-15)
            assert sigmoid(logit) == pytest.approx(expected_p, rel=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("hidden", [1, 3, 200])
def test_a_game_gives_the_same_bits_alone_and_beside_others(hidden: int, dtype: type) -> None:
    rng = np.random.default_rng(4)
    policy = Policy.initial(hidden, rng, dtype)
    xs = [random_input(rng), np.zeros(PIXELS), *(random_input(rng) for _ in range(5))]
    rows, logits = policy.forward(differences_of(xs))
    for x, row, logit in zip(xs, rows, logits, strict=True):
        alone, alone_logits = policy.forward(differences_of([x]))
        assert alone.tobytes() == row.tobytes()
        assert alone_logits == [logit]
    assert len({row.tobytes() for row in rows}) > 2


def test_an_empty_difference_frame_leaves_the_choice_open(policy: Policy) -> None:
    hidden, logits = policy.forward(one_difference())
    assert not hidden.any()
    assert sigmoid(logits[0]) == 0.5


def test_hand_values_of_a_network_with_two_units() -> None:
    W1 = np.zeros((2, PIXELS))
    W1[0, 10], W1[1, 10], W1[0, 20] = 3, -4, 1
    policy = Policy(W1, [0.5, 2.0], np.float64)
    hidden, logits = policy.forward(one_difference(p10=1, p20=-1))
    np.testing.assert_array_equal(hidden, [[2, 0]])
    assert logits == [1.0]
    hidden, logits = policy.forward(one_difference(p10=-1))
    np.testing.assert_array_equal(hidden, [[0, 4]])
    assert logits == [8.0]


@pytest.mark.parametrize("logit", [-1e6, -745.2, -1.0, 0.0, 1.0, 745.2, 1e6])
def test_sigmoid_is_symmetric_and_does_not_overflow(logit: float) -> None:
    assert sigmoid(logit) + sigmoid(-logit) == pytest.approx(1)
    assert 0 <= sigmoid(logit) <= 1


def test_initial_weights_have_the_scale_that_the_reference_draws() -> None:
    policy = Policy.initial(200, np.random.default_rng(0))
    assert policy.W1.shape == (200, PIXELS)
    assert policy.W2.shape == (200,)
    assert policy.W1.std() * 80 == pytest.approx(1, abs=0.01)
    assert policy.W2.std() * np.sqrt(200) == pytest.approx(1, abs=0.15)


@pytest.mark.parametrize(
    ("first", "second"), [((5, 6399), (5,)), ((5, 6400), (4,)), ((6400,), (1,)), ((5, 6400), (5, 1))]
)
def test_weights_of_wrong_shapes_are_refused(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"W1 must have the shape \(hidden, 6400\)"):
        Policy(np.zeros(first), np.zeros(second))


def test_act_sees_the_difference_to_the_frame_before() -> None:
    W1 = np.zeros((1, PIXELS))
    W1[0, 5] = 1000
    policy = Policy(W1, [-1.0])
    dark = np.zeros((210, 160, 3), np.uint8)
    lit = dark.copy()
    lit[35, 10, 0] = 236
    assert policy.act(dark, greedy=True) == UP
    assert policy.act(lit, greedy=True) == DOWN
    assert policy.act(lit, greedy=True) == UP
    assert policy.act(dark, greedy=True) == UP
    policy.reset()
    assert policy.act(lit, greedy=True) == UP, "a game's first frame is a difference to nothing"


def test_act_draws_the_same_actions_after_a_seeded_reset(policy: Policy) -> None:
    frame = np.zeros((210, 160), np.uint8)

    def actions() -> list[int]:
        policy.reset(seed=3)
        return [policy.act(frame) for _ in range(40)]

    first = actions()
    assert first == actions()
    assert set(first) == {UP, DOWN}


@pytest.mark.parametrize("duplicate", [copy.deepcopy, copy.copy, lambda policy: pickle.loads(pickle.dumps(policy))])
@pytest.mark.parametrize("kind", ["rgb", "palette"])
@pytest.mark.parametrize("steps", [0, 1, 70])
def test_a_copy_goes_on_with_the_same_game(duplicate: Any, kind: str, steps: int) -> None:
    frames = whole_game(kind)[:110]
    policy = Policy.initial(8, np.random.default_rng(1))
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
def test_act_refuses_what_is_no_frame(policy: Policy, observation: object) -> None:
    with pytest.raises(ArgumentError, match="must be a uint8 frame"):
        policy.act(observation)  # type: ignore[arg-type]  # a frame that is none


@pytest.mark.parametrize("seed", ["x", -1, 1.5])
def test_reset_refuses_what_is_no_seed(policy: Policy, seed: object) -> None:
    with pytest.raises(ArgumentError, match=r"seed must be an integer of at least 0, .* or None; got"):
        policy.reset(seed)  # type: ignore[arg-type]  # a seed that is none


def test_the_digest_is_of_the_weights_and_nothing_else(policy: Policy) -> None:
    again = pickle.loads(pickle.dumps(policy))
    again.forward(one_difference(p1=1))
    assert again.digest() == policy.digest() == copy.copy(policy).digest()
    W1 = np.array(policy.W1, np.float32)
    W1[3, 77] = np.nextafter(W1[3, 77], np.float32(2))
    assert Policy(W1, policy.W2).digest() != policy.digest()


@pytest.mark.parametrize("way", ["float64", "other byte order", "Fortran order", "not contiguous", "a list"])
def test_weights_of_another_type_are_converted(way: str) -> None:
    plain = Policy.initial(3, np.random.default_rng(0))
    converted = Policy(*(WRONG[way](np.ascontiguousarray(array)) for array in (plain.W1, plain.W2)))
    assert converted.digest() == plain.digest()
    assert converted.W1_T.dtype == np.float32
    assert converted.W1_T.flags.c_contiguous


@pytest.mark.parametrize("dtype", [np.float16, np.int32, ">f4", ">f8", np.complex64])
def test_a_network_computes_in_float32_or_float64(dtype: str) -> None:
    with pytest.raises(ValueError, match="must be a float32 or float64 array"):
        Policy.initial(3, np.random.default_rng(0), dtype)
    with pytest.raises(ValueError, match="real numbers"):
        Policy(np.zeros((3, PIXELS), np.complex64), np.zeros(3))


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_shared_arrays_must_be_what_the_network_computes_with(wrong: Any) -> None:
    plain = Policy.initial(3, np.random.default_rng(0))
    Policy.from_transposed(plain.W1_T, plain.W2)
    for arrays in ((wrong(plain.W1_T), plain.W2), (plain.W1_T, wrong(plain.W2))):
        with pytest.raises(ValueError, match=r"must be a float(32|64|32 or float64) array of shape .* in C order; got"):
            Policy.from_transposed(*arrays)


def test_a_pool_refuses_weights_of_mixed_types(small_config: ReinforceConfig) -> None:
    policy = Policy.initial(small_config.hidden, np.random.default_rng(0))
    for weights in ((policy.W1_T.astype(np.float64), policy.W2), (policy.W1_T[:, :-1].copy(), policy.W2)):
        pool = LocalPool(small_config, FallingBall)
        with pytest.raises(ValueError, match=r"W1_T, the transpose of W1, must be a float32 array of shape"):
            pool.play(0, weights, lambda _: None, lambda: False)
        pool.close()
