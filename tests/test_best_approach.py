"""What benchmarks/best_approach.py computes: what sticky actions may lead to, and the best action in each place."""

from __future__ import annotations

import pickle
from collections import Counter
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from benchmark_scripts import script

import pong_pg
from pong_pg.game.actions import DOWN, STAY, UP

pytestmark = [pytest.mark.two_stacks, pytest.mark.needs("ale-py")]


@pytest.fixture(scope="module")
def best_approach() -> ModuleType:
    """The script, which needs a package that not every stack has; the tests of all of them are collected."""
    return script("best_approach")


def test_the_best_action_counts_what_can_still_be_chosen_later(best_approach: ModuleType) -> None:
    """Up may lose at once, but leads to a place from which one action always wins."""
    outcome = best_approach.Outcome
    layers = [
        {b"a": {UP: [outcome(0.25, None, -1.0), outcome(0.75, b"b", 0.0)], DOWN: [outcome(1.0, b"c", 0.0)]}},
        {
            b"b": {UP: [outcome(1.0, b"lost", 0.0)], DOWN: [outcome(1.0, b"won", 0.0)]},
            b"c": {UP: [outcome(0.5, b"lost", 0.0), outcome(0.5, b"won", 0.0)], DOWN: [outcome(1.0, None, -1.0)]},
        },
    ]
    found = best_approach.backward_induction(layers, {b"won": 0.8, b"lost": -0.6})
    assert found == {
        b"b": (DOWN, pytest.approx(0.8)),
        b"c": (UP, pytest.approx(0.1)),
        b"a": (UP, pytest.approx(0.75 * 0.8 - 0.25)),
    }


def test_hits_are_where_the_ball_turns_back_near_the_agents_paddle(best_approach: ModuleType) -> None:
    columns = [130, 150, 170, 190, 170, 150, 130, 110, 130, 140, 130, 160, 180, 176]
    assert best_approach.hits_of(columns) == [3, 12]
    assert best_approach.hits_of(columns[:4]) == []


@pytest.mark.parametrize("action", [STAY, UP, DOWN])
def test_outcomes_of_an_action_come_as_often_as_they_say(best_approach: ModuleType, action: int) -> None:
    game = best_approach.Game(pong_pg.load("fast"), 3)
    for _ in range(20):
        game.step()
    game.step(UP)
    place, draws = game.place(), 400
    outcomes = game.outcomes(place, action)
    expected: Counter[bytes] = Counter()
    for probability, reward, then in outcomes:
        assert reward == 0
        expected[then.key] += probability
    assert sum(expected.values()) == pytest.approx(1)
    assert len(outcomes) == (1 if best_approach.ACTIONS[action] == place.last else 5)
    found: Counter[bytes] = Counter()
    for _ in range(draws):
        game.put(place)
        game.step(action)
        found[game.place().key] += 1
    assert set(found) <= set(expected)
    # Four standard deviations are at most 0.1.
    assert all(abs(found[key] / draws - share) < 0.1 for key, share in expected.items())


def test_a_game_goes_on_alike_from_a_place(best_approach: ModuleType) -> None:
    game = best_approach.Game(pong_pg.load("fast"), 3)
    for _ in range(20):
        game.step()
    place = game.place()
    keys = []
    for action in (DOWN, UP):
        game.put(place)
        assert pickle.dumps(game.place().state) == pickle.dumps(place.state)
        assert game.place().key == place.key
        game.step(action)
        keys.append(game.place().key)
    assert keys[0] != keys[1]


@pytest.fixture(scope="module")
def approach(best_approach: ModuleType) -> tuple[Any, Any, Any, Any]:
    """A game, a place in it two steps before the agent's first hit, and all that can happen from there."""
    game = best_approach.Game(pong_pg.load("fast"), 3)
    places: list[Any] = []
    while not (hits := best_approach.hits_of([place.column for place in places])):
        places.append(game.place())
        game.step()
    place = places[hits[0] - 2]
    return game, place, *best_approach.everything_from(game, place, 2)


def test_what_can_happen_is_what_happens_and_as_often(
    best_approach: ModuleType, approach: tuple[Any, Any, Any, Any]
) -> None:
    game, place, layers, ends = approach
    # Worth 1 where the ball is hit, -1 where it is missed: the worst actions miss it more often than the best.
    best = best_approach.backward_induction(layers, dict.fromkeys(ends, 1.0))
    worst = best_approach.backward_induction(
        [
            {
                key: {
                    action: [one._replace(reward=-one.reward) for one in outcomes] for action, outcomes in row.items()
                }
                for key, row in layer.items()
            }
            for layer in layers
        ],
        dict.fromkeys(ends, -1.0),
    )
    rallies = 100
    means = []
    for actions in (best, worst):
        reached = [game.play_to_hit(place, actions) for _ in range(rallies)]
        assert all(one == -1 or one.key in ends for one in reached)
        means.append(sum(-1 if one == -1 else 1 for one in reached) / rallies)
    # Four standard deviations are at most 0.4.
    assert means[0] == pytest.approx(best[place.key][1], abs=0.4)
    assert means[1] == pytest.approx(-worst[place.key][1], abs=0.4)
    assert means[0] > means[1] + 0.8
    # The policy's own actions are taken where they are asked for.
    missed = sum(game.play_to_hit(place, worst, by_policy=True) == -1 for _ in range(20))
    assert 1 - 2 * missed / 20 > means[1] + 0.4


def test_an_end_is_worth_what_similar_ones_are_until_it_is_played_itself(
    best_approach: ModuleType, approach: tuple[Any, Any, Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _, _, ends = approach
    monkeypatch.setattr(game, "play_on", lambda place: 1.0 if place.column % 2 else -1.0)
    values = best_approach.Values(game, ends, 4, np.random.default_rng(0))
    expected = {key: 1.0 if end.column % 2 else -1.0 for key, end in ends.items()}
    assert values.means() == expected
    key = next(iter(ends))
    for _ in range(4):
        values.add(key, 0.5)
    assert values.means() == {**expected, key: pytest.approx((expected[key] + 0.5) / 2)}


def _options(**changes: Any) -> SimpleNamespace:
    return SimpleNamespace(**{"steps": 2, "lost": False, "playouts": 2, "passes": 2, "games": 20, **changes})


def test_the_surest_hit_hits_at_least_as_often_and_the_policy_is_compared_from_the_same_place(
    best_approach: ModuleType,
    approach: tuple[Any, Any, Any, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game, place, layers, ends = approach
    # What follows a hit is worth -0.5, so that the mean reward tells how often the ball was hit.
    monkeypatch.setattr(game, "play_on", lambda _place: -0.5)
    found = best_approach.compare(game, place, _options(games=60), np.random.default_rng(0))
    assert list(found) == ["best approach", "surest hit", "policy"]
    surest = best_approach.backward_induction(layers, dict.fromkeys(ends, 1.0))[place.key][1]
    # A share of (1 + surest) / 2 is hit; four standard deviations are at most 0.13.
    assert found["surest hit"] == pytest.approx(-0.5 - 0.25 * (1 - surest), abs=0.13)
    assert found["policy"] <= found["surest hit"] + 0.13
    hit = 60 - round((-0.5 - found["policy"]) / 0.5 * 60)
    assert f"policy: {found['policy']:+.3f}" in (lines := capsys.readouterr().out)
    assert f"ball hit in {hit} of 60" in lines.splitlines()[-1]


def test_states_before_lost_points_are_those_from_which_the_policy_lost(best_approach: ModuleType) -> None:
    game = best_approach.Game(pong_pg.load("fast"), 3)
    rng = np.random.default_rng(0)
    what, place = next(best_approach.starts(game, _options(lost=True, steps=12), rng))
    assert what == "a point that was lost"
    game.put(place)
    assert max(sum(bool(game.step()) for _ in range(12)) for _ in range(20)) == 1
    # Shortly before the point the ball has passed: nothing is left to compare.
    late = next(best_approach.starts(game, _options(lost=True, steps=2), rng))[1]
    assert best_approach.compare(game, late, _options(), rng) == {}


def test_states_before_hits_are_so_many_steps_before_one(best_approach: ModuleType) -> None:
    game = best_approach.Game(pong_pg.load("fast"), 3)
    places = best_approach.starts(game, _options(steps=3), np.random.default_rng(0))
    seen = set()
    for _ in range(2):
        what, place = next(places)
        assert what.startswith("hit ")
        assert 100 < place.column <= best_approach.NEAR + 40
        seen.add(place.key)
    assert len(seen) == 2
