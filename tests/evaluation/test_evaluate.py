from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
import scipy.stats
from falling import FallingBall, Unsound

from pong_pg.compat import make, make_for_training
from pong_pg.errors import ArgumentError, PongPGError, RewardError
from pong_pg.evaluation.evaluate import Evaluation, cut_off_text, evaluate, mean_text, student_t_975
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import evaluation_game
from pong_pg.reinforce.policy import ReinforcePolicy

ENV = "ALE/Pong-v5"


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    policy = ReinforcePolicy.initial(8, np.random.default_rng(0))
    first = evaluate(policy, ENV, 2, seed=4)
    assert evaluate(policy, ENV, 2, seed=4) == first
    assert evaluate(policy, ENV, 2, seed=5) != first
    assert evaluate(policy, ENV, 2, seed=4, greedy=True) != first
    told: list[GameResult] = []
    assert evaluate(policy, ENV, 1, seed=4, on_game=told.append).games == first.games[:1] == told
    assert told[0].env_seed == evaluation_game(4, 0)[0]


def evaluation(*returns: float, steps: int = 10) -> Evaluation:
    return Evaluation([GameResult(n, 0, total, steps, False) for n, total in enumerate(returns)])


def test_hand_values_of_the_summary() -> None:
    games = evaluation(*[-22.0, -18.0] * 5)
    assert games.mean == -20
    assert games.deviation == pytest.approx(np.sqrt(40 / 9))
    # Student's t for nine degrees of freedom is 2.262.
    margin = 2.262 * np.sqrt(4 / 9)
    assert games.margin == pytest.approx(margin, abs=3e-4)
    assert games.interval == pytest.approx((-20 - margin, -20 + margin), abs=3e-4)
    assert evaluation(3).deviation == 0
    # Below ten games, an interval says less than the games themselves.
    assert evaluation(*games.returns[:9]).margin is None
    assert evaluation(*games.returns[:9]).interval is None


def test_the_same_game_again_and_again_is_one_game() -> None:
    again = evaluation(*[20.0] * 10, steps=1995)
    assert again.repeated
    assert again.margin is None
    assert not evaluation(20).repeated
    # One of another length.
    longer = Evaluation([*again.games[1:], GameResult(0, 1, 20.0, 2000, False)])
    assert not longer.repeated
    assert longer.margin == 0


@pytest.mark.parametrize("degrees", [9, 10, 11, 49, 1000])
def test_students_t_is_scipys(degrees: int) -> None:
    assert student_t_975(degrees) == pytest.approx(scipy.stats.t.ppf(0.975, degrees), abs=6e-4)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"n_episodes": True}, "n_episodes must be an integer of at least 1; got True"),
        ({"seed": None}, "seed must be an integer of at least 0; got None"),
        ({"policy": "fast"}, "policy must be an object with the methods of pong_pg.Player, .*; got 'fast'"),
        ({"greedy": "no"}, "greedy must be True or False; got 'no'"),
        ({"on_game": 3}, "on_game must be a function or None; got 3"),
    ],
)
def test_a_wrong_argument_is_refused(wrong: dict[str, Any], complaint: str) -> None:
    right = {"policy": ReinforcePolicy.initial(4, np.random.default_rng(0)), "n_episodes": 1}
    with pytest.raises(ArgumentError, match=f"^{complaint}"):
        evaluate(**{**right, **wrong})


def test_numbers_of_numpy_are_numbers() -> None:
    policy: Any = ReinforcePolicy.initial(4, np.random.default_rng(0))
    given: dict[str, Any] = {"n_episodes": np.int64(2), "seed": np.int32(3), "greedy": np.True_}
    played = evaluate(policy, FallingBall(), **given)
    assert played == evaluate(policy, FallingBall(), 2, seed=3, greedy=True)


class Down:
    """Hands everything that it has not on to another policy, as wrappers do."""

    def __init__(self, inner: ReinforcePolicy) -> None:
        self._inner = inner
        self.frames: list[Any] = []

    def act(self, observation: Any, *, greedy: bool = False) -> int:
        self.frames.append(observation)
        return 3

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def test_a_player_of_ones_own_is_asked_for_every_action_and_may_keep_the_frames() -> None:
    player = Down(ReinforcePolicy.initial(8, np.random.default_rng(0)))
    (game,) = evaluate(player, ENV, 1).games
    assert len(player.frames) == game.steps
    assert game.total_reward == -21
    assert np.any(player.frames[-1] != player.frames[-2])


@pytest.mark.parametrize("reward", [float("nan"), float("inf")])
def test_a_reward_that_is_not_finite_ends_the_evaluation(reward: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Unsound, "reward", reward)
    seeds = [evaluation_game(2, game)[0] for game in range(40)]
    first = next(game for game, seed in enumerate(seeds) if seed % 8 == 0)
    policy = ReinforcePolicy.initial(4, np.random.default_rng(0))
    with pytest.raises(RewardError) as caught:
        evaluate(policy, Unsound(), 40, seed=2)
    assert str(caught.value).startswith(
        f"the return of evaluation game {first + 1} (environment seed {seeds[first]}) is not finite ({reward:g})"
    )


def test_an_environment_that_it_has_made_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    env, close = FallingBall(), Mock()
    monkeypatch.setattr(env, "close", close, raising=False)
    monkeypatch.setattr("pong_pg.evaluation.evaluate.make_for_training", lambda _id: env)
    evaluate(ReinforcePolicy.initial(4, np.random.default_rng(0)), ENV, 1)
    close.assert_called_once_with()


@pytest.mark.parametrize("made_by", ["pong_pg", "direct", "gymnasium"])
def test_an_environment_is_played_as_its_id_is_and_not_closed(made_by: str) -> None:
    policy = ReinforcePolicy.initial(8, np.random.default_rng(0))
    if made_by == "gymnasium":
        gymnasium: Any = pytest.importorskip("gymnasium")
        import pong_pg.compat.gymnasium_base

        pong_pg.compat.gymnasium_base.register_pong()
        env = gymnasium.make("pong_pg:Pong-v5")
    else:
        env = make(ENV) if made_by == "pong_pg" else make_for_training(ENV)
    played = evaluate(policy, env, 1, seed=4)
    if made_by == "gymnasium":
        # Its sticky actions are drawn as ale-py does, which makes another game of the same seed.
        assert played.returns == evaluate(policy, env, 1, seed=4).returns
    else:
        assert played == evaluate(policy, ENV, 1, seed=4)
    env.reset(seed=0)
    env.step(0)


@pytest.mark.parametrize(
    ("env", "complaint"),
    [
        ("Pnog-v5", "unknown environment 'Pnog-v5': .*Pong-v4"),
        ("ALE/Pong-ram-v5", "ALE/Pong-ram-v5 can't be played: observations must be"),
        (FallingBall, r"an environment must be an instance, not a class: use FallingBall\(\)"),
        (None, "env must be an environment's id, such as 'ALE/Pong-v5', or an environment; got None"),
    ],
)
def test_what_can_not_be_played_is_one_line(env: Any, complaint: str) -> None:
    with pytest.raises(PongPGError, match=f"^{complaint}[^\n]*$"):
        evaluate(ReinforcePolicy.initial(4, np.random.default_rng(0)), env, 1)


def test_texts_of_a_mean_and_of_games_that_were_cut_off() -> None:
    short, endless = GameResult(0, 0, 3.0, 100, False), GameResult(1, 0, 3.0, 27_000, True)
    assert mean_text(Evaluation([short])) == "3.00"
    assert cut_off_text(Evaluation([short, short])) == ""
    assert cut_off_text(Evaluation([endless] * 2)) == "; 2 games were cut off after 27,000 steps"
