from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from falling import BALLS, FALL, FallingBall
from positions_by_hand import frames, weights
from wrong_arrays import WRONG

from pong_pg.compat import make_for_training
from pong_pg.game.seeding import env_game
from pong_pg.ppo.config import INPUTS
from pong_pg.ppo.encoder import LIBRARY, CompiledEncoder, Encoder, make_encoder, select_action
from pong_pg.ppo.network import ACTIONS, Weights, to_fixed_point
from pong_pg.ppo.rollout import EnvRunner, Rollout
from pong_pg.ppo.symmetry import reflections

GAMES = functools.partial(env_game, 7, 2)
TABLE = np.zeros(256, np.int8)
TABLE[200] = 1
ALL = pytest.mark.parametrize("inputs", INPUTS)


def pong() -> Any:
    return make_for_training("ALE/Pong-v5", backend="direct")


def both() -> tuple[Encoder, Encoder]:
    compiled = make_encoder(TABLE)
    assert isinstance(compiled, CompiledEncoder), f"the tests need a C compiler: {LIBRARY.about()}"
    return compiled, Encoder(TABLE)


@ALL
def test_c_and_numpy_list_the_same_inputs_of_any_frames(inputs: str) -> None:
    """Of made-up scenes; of half of all pixels, at random; and of all and none in turns, the most that can be."""
    rng = np.random.default_rng(5)
    masks = [*(lit.reshape(80, 80) for lit in frames()), *(rng.random((80, 80)) < 0.5 for _ in range(30))]
    masks += [np.full((80, 80), number % 2 == 1) for number in range(30)]
    found = []
    for encoder in both():
        encoder.begin_game()
        encoder.begin_rollout(to_fixed_point(weights(inputs=inputs)), len(masks), None)
        for mask in masks:
            encoder.screen[35:195:2, ::2] = np.where(mask, 200, 0)
            encoder.encode()
        found.append([part.tolist() for part in encoder.observations()])
    assert found[0] == found[1]
    assert len(found[0][1]) == len(masks)
    assert len(set(found[0][0])) > 300


@ALL
def test_a_rollout_takes_little_memory(inputs: str) -> None:
    """32 environments have an encoder each, and a worker may have all of them."""
    encoder, _ = both()
    assert isinstance(encoder, CompiledEncoder)
    encoder.begin_rollout(to_fixed_point(weights(5, inputs=inputs)), 513, None)
    arrays = encoder._struct.arrays
    assert sum(array.nbytes for name, array in arrays.items() if name not in Weights._fields) < 1e6


@pytest.mark.parametrize(("actions", "hidden"), [(2, 3), (3, 9), (3, 64)])
@pytest.mark.parametrize("make_env", [pong, FallingBall])
@ALL
def test_c_and_numpy_play_the_same_games(
    make_env: Any, actions: int, hidden: int, inputs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = to_fixed_point(weights(hidden, actions, inputs))

    def played() -> list[Rollout]:
        runner = EnvRunner(make_env(), ACTIONS[actions], GAMES)
        # Games end in the middle, and rollouts begin in the middle of games, some while the ball is in play.
        return [runner.rollout(net, steps) for steps in (1, 70, *[5] * 9, 2 * BALLS * FALL)]

    compiled = played()
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    for one, other in zip(compiled, played(), strict=True):
        assert [array.tobytes() for array in one[:-1]] == [array.tobytes() for array in other[:-1]]


def expected_actions(net: Weights, rollout: Rollout) -> list[int]:
    """The greedy actions for the observations of a rollout, each from all its inputs, in Python's integers."""
    actions, begin = [], 0
    for end in rollout.ends[:-1].tolist():
        seen = rollout.rows[begin:end].astype(int).tolist()
        begin = end
        logits = np.zeros(net.actions)
        for view in (seen, reflections(net.layout)[seen].tolist()):
            hidden = []
            for unit in range(net.hidden):
                total = sum(int(net.W1[row, unit]) if row >= 0 else -int(net.W1[~row, unit]) for row in view)
                hidden.append(max(0, total))
            outputs = net.heads.astype(float) @ hidden + net.biases
            logits += outputs[:-1] if view is seen else outputs[[0, 2, 1]]
        actions.append(select_action(logits.tolist(), 0.0, greedy=True))
    return actions


@pytest.mark.parametrize("make_env", [pong, FallingBall])
@ALL
def test_sums_that_follow_the_changes_are_those_of_all_inputs(make_env: Any, inputs: str) -> None:
    """Also where the weights change in the middle of a game."""
    first, second = (to_fixed_point(weights(8, inputs=inputs, seed=seed)) for seed in (3, 4))
    runner = EnvRunner(make_env(), ACTIONS[3], GAMES)
    chosen = set()
    for net, steps in ((first, 1), (first, 33), (second, 33), (first, 2 * BALLS * FALL)):
        rollout = runner.rollout(net, steps, greedy=True)
        assert rollout.actions.tolist() == expected_actions(net, rollout)
        chosen |= set(rollout.actions.tolist())
    assert len(chosen) > 1


def test_sums_that_are_not_begun_anew_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the test before would fail."""
    net = to_fixed_point(weights(8, inputs="pixels"))
    begin_game = CompiledEncoder.begin_game

    def without(self: CompiledEncoder) -> None:
        sums = self._struct.arrays.get("lit_sums")
        kept = None if sums is None else sums.copy()
        begin_game(self)
        if sums is not None:
            sums[...] = kept

    monkeypatch.setattr(CompiledEncoder, "begin_game", without)
    rollout = EnvRunner(FallingBall(), ACTIONS[3], GAMES).rollout(net, 4 * BALLS * FALL, greedy=True)
    assert rollout.actions.tolist() != expected_actions(net, rollout)


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_weights_that_c_would_misread_are_refused(wrong: Any) -> None:
    good = to_fixed_point(weights(8))
    for encoder in both():
        encoder.begin_rollout(good, 1, None)
        for name in Weights._fields:
            with pytest.raises(ValueError, match=r"must be a (float32|int16) array of shape .* in C order; got"):
                encoder.begin_rollout(good._replace(**{name: wrong(getattr(good, name))}), 1, None)


@pytest.mark.parametrize(
    ("uniform", "action"), [(0.0, 0), (0.24, 0), (0.26, 1), (0.74, 1), (0.76, 2), (0.999999, 2), (None, 1)]
)
def test_a_number_chooses_by_cumulative_probability(uniform: float | None, action: int) -> None:
    assert select_action([5.0, 5.0 + np.log(2), 5.0], uniform or 0.0, greedy=uniform is None) == action
