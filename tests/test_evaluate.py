from __future__ import annotations

import numpy as np
import pytest

from pong_pg.config import TrainConfig
from pong_pg.evaluate import EvaluatedGame, Evaluation, evaluate
from pong_pg.policy import Policy
from pong_pg.seeding import evaluation_game, training_game


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    policy = Policy.initial(8, np.random.default_rng(0))
    first = evaluate(policy, TrainConfig(), 2, seed=4)
    assert evaluate(policy, TrainConfig(), 2, seed=4) == first
    assert evaluate(policy, TrainConfig(), 2, seed=5) != first
    assert evaluate(policy, TrainConfig(), 2, seed=4, greedy=True) != first
    assert evaluate(policy, TrainConfig(), 1, seed=4).games == first.games[:1]


def test_games_are_told_as_they_end() -> None:
    told: list[EvaluatedGame] = []
    evaluation = evaluate(Policy.initial(8, np.random.default_rng(0)), TrainConfig(), 2, on_game=told.append)
    assert told == evaluation.games
    assert told[1].env_seed == evaluation_game(0, 1)[0]


def test_hand_values_of_the_summary() -> None:
    evaluation = Evaluation([EvaluatedGame(n, 0, reward, 10, False) for n, reward in enumerate((-21.0, -20.0, -16.0))])
    assert evaluation.mean == -19
    assert evaluation.deviation == pytest.approx(np.sqrt(7))
    assert Evaluation(evaluation.games[:1]).deviation == 0


def test_no_two_games_of_a_run_share_their_randomness() -> None:
    seeds = {
        (seed, rng.random())
        for seed, rng in (
            [training_game(0, update, game) for update in range(20) for game in range(20)]
            + [evaluation_game(0, game) for game in range(20)]
            + [training_game(1, 0, game) for game in range(20)]
        )
    }
    assert len(seeds) == 440
    assert all(0 <= seed < 2**31 for seed, _ in seeds)
