from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.stats
from falling import FallingBall, Unsound

from pong_pg.errors import ArgumentError, RewardError
from pong_pg.evaluation.evaluate import Evaluation, evaluate, student_t_975
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import evaluation_game
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.policy import Policy


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    policy = Policy.initial(8, np.random.default_rng(0))
    first = evaluate(policy, ReinforceConfig(), 2, seed=4)
    assert evaluate(policy, ReinforceConfig(), 2, seed=4) == first
    assert evaluate(policy, ReinforceConfig(), 2, seed=5) != first
    assert evaluate(policy, ReinforceConfig(), 2, seed=4, greedy=True) != first
    told: list[GameResult] = []
    assert evaluate(policy, ReinforceConfig(), 1, seed=4, on_game=told.append).games == first.games[:1] == told
    assert told[0].env_seed == evaluation_game(4, 0)[0]


def test_hand_values_of_the_summary() -> None:
    evaluation = Evaluation([GameResult(n, 0, reward, 10, False) for n, reward in enumerate((-21.0, -20.0, -16.0))])
    assert evaluation.mean == -19
    assert evaluation.deviation == pytest.approx(np.sqrt(7))
    # Student's t for two degrees of freedom is 4.303.
    assert evaluation.margin == pytest.approx(4.303 * np.sqrt(7 / 3))
    assert Evaluation(evaluation.games[:1]).deviation == 0
    assert Evaluation(evaluation.games[:1]).margin is None


def test_the_same_game_again_and_again_is_one_game() -> None:
    again = Evaluation([GameResult(n, n, 20.0, 1995, False) for n in range(4)])
    assert again.repeated
    assert again.margin is None
    assert not Evaluation(again.games[:1]).repeated
    # Two different games with the same return.
    longer = Evaluation([*again.games[:1], GameResult(1, 1, 20.0, 2000, False)])
    assert not longer.repeated
    assert longer.margin == 0


@pytest.mark.parametrize("degrees", [1, 2, 11, 49, 1000])
def test_students_t_is_scipys(degrees: int) -> None:
    assert student_t_975(degrees) == pytest.approx(scipy.stats.t.ppf(0.975, degrees), abs=6e-4)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"episodes": True}, "episodes must be an integer of at least 1; got True"),
        ({"seed": None}, "seed must be an integer of at least 0; got None"),
        ({"policy": "fast"}, "policy must be an object with the methods of pong_pg.Player, .*; got 'fast'"),
        ({"config": "ALE/Pong-v5"}, "config must be a configuration, .*; got 'ALE/Pong-v5'"),
        ({"greedy": "no"}, "greedy must be True or False; got 'no'"),
        ({"env_factory": 3}, "env_factory must be a function or None; got 3"),
    ],
)
def test_a_wrong_argument_is_refused(wrong: dict[str, Any], complaint: str) -> None:
    right = {"policy": Policy.initial(4, np.random.default_rng(0)), "config": ReinforceConfig(), "episodes": 1}
    with pytest.raises(ArgumentError, match=f"^{complaint}"):
        evaluate(**{**right, **wrong})


def test_numbers_of_numpy_are_numbers() -> None:
    policy: Any = Policy.initial(4, np.random.default_rng(0))
    given: dict[str, Any] = {"episodes": np.int64(2), "seed": np.int32(3), "greedy": np.True_}
    played = evaluate(policy, ReinforceConfig(), **given, env_factory=FallingBall)
    assert played == evaluate(policy, ReinforceConfig(), 2, seed=3, greedy=True, env_factory=FallingBall)


class Down:
    """Hands everything that it has not on to another policy, as wrappers do."""

    def __init__(self, inner: Policy) -> None:
        self._inner = inner
        self.frames: list[Any] = []

    def act(self, observation: Any, *, greedy: bool = False) -> int:
        self.frames.append(observation)
        return 3

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def test_a_player_of_ones_own_is_asked_for_every_action_and_may_keep_the_frames() -> None:
    player = Down(Policy.initial(8, np.random.default_rng(0)))
    (game,) = evaluate(player, ReinforceConfig(), 1).games
    assert len(player.frames) == game.steps
    assert game.total_reward == -21
    assert np.any(player.frames[-1] != player.frames[-2])


@pytest.mark.parametrize("reward", [float("nan"), float("inf")])
def test_a_reward_that_is_not_finite_ends_the_evaluation(reward: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Unsound, "reward", reward)
    seeds = [evaluation_game(2, game)[0] for game in range(40)]
    first = next(game for game, seed in enumerate(seeds) if seed % 8 == 0)
    policy = Policy.initial(4, np.random.default_rng(0))
    with pytest.raises(RewardError) as caught:
        evaluate(policy, ReinforceConfig(), 40, seed=2, env_factory=Unsound)
    assert str(caught.value).startswith(
        f"the return of evaluation game {first + 1} (environment seed {seeds[first]}) is not finite ({reward:g})"
    )
