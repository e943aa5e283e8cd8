"""Games step by step are the games of an evaluation."""

from __future__ import annotations

import contextlib

import pytest

import pong_pg
from pong_pg.training.checkpoint import load_with_config
from pong_pg.viewing.game_steps import Games, play_steps


@pytest.mark.parametrize("greedy", [True, False])
def test_the_games_of_evaluate(greedy: bool) -> None:
    policy, config = load_with_config("fast")
    assert config is not None
    expected = pong_pg.evaluate(policy, config.env, 2, seed=7, greedy=greedy).games
    with contextlib.closing(play_steps(Games(policy, config, 7, greedy))) as steps:
        game = 0
        for step in steps:
            assert step.game == game
            assert step.screen.shape == (210, 160, 3)
            assert (step.decision is None) == (step.action is None) == (step.over is not None)
            if step.over is not None:
                opponent, agent = step.score
                assert (agent - opponent, step.number) == (expected[game].total_reward, expected[game].steps)
                assert max(step.score) == 21
                assert step.over == "terminated"
                game += 1
                if game == 2:
                    break


def test_after_a_point_the_newest_policy_plays_on() -> None:
    policy, config = load_with_config("fast")
    assert config is not None
    first, second = Games(policy, config, name="first"), Games(pong_pg.load("reference"), config, name="second")
    answers = iter([None, second])
    with contextlib.closing(play_steps(first, newest=lambda: next(answers, second))) as steps:
        points = 0
        for step in steps:
            points += step.reward != 0
            assert step.name == ("first" if points < 2 else "second")
            assert points == sum(step.score)
            # The value is that of PPO; REINFORCE has none.
            assert step.decision is not None
            assert (step.decision.value is None) == (points >= 2)
            if points == 3:
                break
