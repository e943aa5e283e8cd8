from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
import reference
from inputs import changes_of, one_change

from pong_pg.game.frames import PIXELS
from pong_pg.reinforce.policy import DOWN, UP, Policy, sigmoid

pytestmark = pytest.mark.any_stack


def random_input(rng: np.random.Generator) -> np.ndarray:
    x = np.zeros(PIXELS)
    x[rng.choice(PIXELS, 40, replace=False)] = np.where(rng.random(40) < 0.5, -1, 1)
    return x


@pytest.mark.parametrize("games", [1, 3])
def test_forward_is_the_references_in_float64(policy: Policy, games: int) -> None:
    rng = np.random.default_rng(8)
    for _ in range(20):
        xs = [random_input(rng) for _ in range(games)]
        hidden, logits = policy.forward(changes_of(xs))
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
    rows, logits = policy.forward(changes_of(xs))
    for x, row, logit in zip(xs, rows, logits, strict=True):
        alone, alone_logits = policy.forward(changes_of([x]))
        assert alone.tobytes() == row.tobytes()
        assert alone_logits == [logit]
    assert len({row.tobytes() for row in rows}) > 2


def test_an_empty_difference_frame_leaves_the_choice_open(policy: Policy) -> None:
    hidden, logits = policy.forward(one_change())
    assert not hidden.any()
    assert sigmoid(logits[0]) == 0.5


def test_hand_values_of_a_network_with_two_units() -> None:
    W1 = np.zeros((2, PIXELS))
    W1[0, 10], W1[1, 10], W1[0, 20] = 3, -4, 1
    policy = Policy(W1, [0.5, 2.0], np.float64)
    hidden, logits = policy.forward(one_change(p10=1, p20=-1))
    np.testing.assert_array_equal(hidden, [[2, 0]])
    assert logits == [1.0]
    hidden, logits = policy.forward(one_change(p10=-1))
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


@pytest.mark.parametrize("observation", [np.zeros((84, 84), np.uint8), np.zeros((210, 160, 3)), [1, 2]])
def test_act_refuses_what_is_no_frame(policy: Policy, observation: object) -> None:
    with pytest.raises(ValueError, match="must be a uint8 frame"):
        policy.act(observation)  # type: ignore[arg-type]  # a frame that is none


def test_the_digest_is_of_the_weights_and_nothing_else(policy: Policy) -> None:
    again = pickle.loads(pickle.dumps(policy))
    again.forward(one_change(p1=1))
    assert again.digest() == policy.digest() == copy.copy(policy).digest()
    W1 = np.array(policy.W1, np.float32)
    W1[3, 77] = np.nextafter(W1[3, 77], np.float32(2))
    assert Policy(W1, policy.W2).digest() != policy.digest()
