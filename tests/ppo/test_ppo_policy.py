from __future__ import annotations

import copy
import math
import pickle
from typing import Any

import numpy as np
import pytest
from inputs import whole_game
from pong_pg.ppo.encoder import LIBRARY, select_action
from pong_pg.ppo.symmetry import forward
from ppo_frames import touched_by
from wrong_arrays import WRONG

from pong_pg.errors import ArgumentError
from pong_pg.game.actions import STAY, UP
from pong_pg.game.frames import mask
from pong_pg.ppo.network import ACTIONS, Weights, inputs_of
from pong_pg.ppo.policy import ActorCritic

BACKENDS = ["compiled", "NumPy"]


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "NumPy":
        monkeypatch.setattr(LIBRARY, "load", lambda: None)


@pytest.fixture(scope="module")
def frames() -> list[Any]:
    return whole_game("rgb")[:150]


def policy(actions: int = 3) -> ActorCritic:
    weights = Weights.initial(16, actions, np.random.default_rng(1))
    # Larger heads than initial ones, so that the actions depend on the frames.
    return ActorCritic(weights._replace(heads=weights.heads * 40))


def expected(weights: Weights, frames: list[Any], seed: int | None) -> list[int]:
    """The actions from the inputs of each frame, without an encoder; the most probable ones without a seed."""
    rng = np.random.default_rng(seed)
    masks = [mask(frame).ravel() != 0 for frame in frames]
    actions = []
    for before, now in zip([masks[0], *masks], masks, strict=False):
        (logits,) = forward(weights, touched_by(inputs_of(now, before)))[1][:, :-1].tolist()
        chosen = select_action(logits, 0.0 if seed is None else rng.random(), greedy=seed is None)
        actions.append(ACTIONS[weights.actions][chosen])
    return actions


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("actions", [2, 3])
@pytest.mark.parametrize("seed", [None, 5])
def test_actions_are_those_of_the_networks_outputs(actions: int, seed: int | None, frames: list[Any]) -> None:
    player = policy(actions)
    player.reset(seed)
    played = [player.act(frame, greedy=seed is None) for frame in frames]
    assert played == expected(player.weights, frames, seed)
    assert set(played) == set(ACTIONS[actions])


def test_palette_frames_give_the_actions_of_colours(frames: list[Any]) -> None:
    player = policy()
    actions = []
    for same in (frames, whole_game("palette")[: len(frames)]):
        player.reset()
        actions.append([player.act(frame, greedy=True) for frame in same])
    assert actions[0] == actions[1]
    assert len(set(actions[0])) > 1


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("duplicate", [copy.deepcopy, copy.copy, lambda player: pickle.loads(pickle.dumps(player))])
@pytest.mark.parametrize("steps", [0, 1, 70])
def test_a_copy_goes_on_with_the_same_game(duplicate: Any, steps: int, frames: list[Any]) -> None:
    player = policy()
    player.reset(seed=5)
    for frame in frames[:steps]:
        player.act(frame)
    other = duplicate(player)
    if duplicate is copy.copy:
        # A shallow copy shares the generator.
        other._rng = copy.deepcopy(player._rng)
    actions = [player.act(frame) for frame in frames[steps:]]
    assert [other.act(frame) for frame in frames[steps:]] == actions
    assert other.digest() == player.digest()


def test_a_copy_has_a_screen_of_its_own(frames: list[Any]) -> None:
    player = policy()
    for frame in frames[:70]:
        player.act(frame, greedy=True)
    other = copy.copy(player)
    for frame in frames[:30]:
        other.act(frame, greedy=True)
    assert [player.act(frame, greedy=True) for frame in frames[70:]] == expected(player.weights, frames, None)[70:]


def test_a_reset_forgets_the_last_frame(frames: list[Any]) -> None:
    player = policy()
    weights = player.weights
    # It stays where pixels have lit up, and goes up in a first frame, in which none have changed.
    weights.W1[:], weights.heads[:] = 0, 0
    weights.W1[6400:-1], weights.heads[0], weights.biases[0] = 1, 1, -1
    lit = np.full_like(frames[0], 236)
    assert [player.act(frame, greedy=True) for frame in (np.zeros_like(lit), lit)] == [UP, STAY]
    player.reset()
    assert player.act(lit, greedy=True) == UP


@pytest.mark.parametrize("observation", [np.zeros((84, 84), np.uint8), np.zeros((210, 160, 3)), [1, 2], [[1], [2, 3]]])
def test_act_refuses_what_is_no_frame(observation: Any) -> None:
    with pytest.raises(ArgumentError, match="must be a uint8 frame"):
        policy().act(observation)


@pytest.mark.parametrize("seed", ["x", -1, 1.5])
def test_reset_refuses_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(ArgumentError, match=r"seed must be an integer of at least 0, .* or None; got"):
        policy().reset(seed)


def test_weights_of_wrong_shapes_are_refused() -> None:
    weights = policy().weights
    ActorCritic(weights)
    for wrong in (
        weights._replace(W1=weights.W1[:-1]),
        weights._replace(heads=weights.heads[:, :-1]),
        weights._replace(biases=np.zeros(7, np.float32)),
        weights._replace(heads=np.zeros((5, 16), np.float32), biases=np.zeros(5, np.float32)),
    ):
        with pytest.raises(ValueError, match=r"must be a float32 array of shape|must be of 2 or 3 actions"):
            ActorCritic(wrong)


def test_a_policy_says_the_value_as_the_probability_of_a_win_and_so_do_its_copies() -> None:
    net = Weights.initial(5, 3, np.random.default_rng(0))
    net.biases[-1] = 1.5
    frame = np.zeros((80, 80), np.int8)
    for player in (ActorCritic(net), pickle.loads(pickle.dumps(ActorCritic(net)))):
        # The bias twice, of the frame and of its reflection, and of the hidden units at rest nothing.
        assert player.inspect(frame, frame).value == pytest.approx(math.tanh(1.5))


@pytest.mark.parametrize("way", ["float64", "other byte order", "Fortran order", "not contiguous"])
def test_a_policy_converts_weights_of_another_type(way: str) -> None:
    converted = ActorCritic(Weights(*(WRONG[way](array) for array in policy().weights)))
    assert converted.digest() == ActorCritic(policy().weights).digest()
    frame = np.random.default_rng(1).integers(0, 255, (210, 160), np.uint8)
    assert converted.act(frame, greedy=True) == ActorCritic(policy().weights).act(frame, greedy=True)


def test_a_policy_refuses_weights_that_are_no_real_numbers() -> None:
    for dtype in (np.complex64, np.object_, np.str_):
        arrays: list[Any] = [array.astype(dtype) for array in (np.zeros((12_801, 2)), np.zeros((4, 2)), np.zeros(4))]
        with pytest.raises(ValueError, match="must be arrays of real numbers; got"):
            ActorCritic(Weights(*arrays))
