from __future__ import annotations

from pong_pg.game.seeding import env_game, evaluation_game, evaluation_seed, training_game


def test_each_update_of_each_run_is_evaluated_on_games_of_its_own() -> None:
    games = {
        evaluation_game(evaluation_seed(seed, update), game)[0]
        for seed in range(3)
        for update in range(20)
        for game in range(5)
    }
    assert len(games) == 3 * 20 * 5
    others = {evaluation_game(seed, game)[0] for seed in range(3) for game in range(5)}
    others |= {training_game(seed, update, game)[0] for seed in range(3) for update in range(20) for game in range(5)}
    others |= {env_game(seed, env, game)[0] for seed in range(3) for env in range(20) for game in range(5)}
    assert not games & others


def test_the_seeds_are_the_same_for_ever() -> None:
    assert (evaluation_seed(0, 20), evaluation_seed(7, 1)) == (53370877974110457, 5218117170413077397)
    assert evaluation_game(0, 0)[0] == 980756183
