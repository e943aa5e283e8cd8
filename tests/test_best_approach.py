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

pytestmark = pytest.mark.needs("ale-py")


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


def test_each_way_to_play_is_compared_by_its_own_actions(
    best_approach: ModuleType,
    approach: tuple[Any, Any, Any, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game, place, layers, ends = approach
    # After a hit the rally is won, but from every second end; that makes the best approach another one.
    good = dict.fromkeys(list(ends)[::2])
    monkeypatch.setattr(game, "play_on", lambda end: 1.0 if end.key in good else -0.5)
    best = best_approach.backward_induction(layers, {key: 1.0 if key in good else -0.5 for key in ends})
    surest = best_approach.backward_induction(layers, dict.fromkeys(ends, 1.0))
    assert best != surest
    # What can happen is known already, and so is what it is worth.
    monkeypatch.setattr(best_approach, "everything_from", lambda *_: (layers, ends))
    monkeypatch.setattr(best_approach.Values, "means", lambda _: {key: 1.0 if key in good else -0.5 for key in ends})
    played: list[tuple[Any, bool]] = []
    play_to_hit = game.play_to_hit

    def noted(begin: Any, actions: Any, *, by_policy: bool = False) -> Any:
        assert begin is place
        played.append((actions, by_policy))
        return play_to_hit(begin, actions, by_policy=by_policy)

    monkeypatch.setattr(game, "play_to_hit", noted)
    options = SimpleNamespace(steps=2, playouts=2, passes=2, games=40)
    found = best_approach.compare(game, place, options, np.random.default_rng(0))
    assert list(found) == ["best approach", "surest hit", "policy"]
    compared = played[2 * 2 :]
    assert compared == [(best, False)] * 40 + [(surest, False)] * 40 + [(best, True)] * 40
    # Four standard deviations are at most 0.64.
    assert found["best approach"] == pytest.approx(best[place.key][1], abs=0.64)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].strip() for line in lines] == list(found)
    assert all(f": {mean:+.3f} ± " in line for line, mean in zip(lines, found.values(), strict=True))


def test_hits_are_counted(
    best_approach: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ways = {"best approach": {b"a": (UP, 1.0)}, "surest hit": {b"a": (DOWN, 1.0)}}
    monkeypatch.setattr(best_approach, "best_actions", lambda *_: ways)
    end = best_approach.Place(None, 0, None, None, 0)
    reached = iter([end, -1.0, end, end] * 3)
    game = SimpleNamespace(play_to_hit=lambda *_, **__: next(reached), play_on=lambda _: 1.0)
    found = best_approach.compare(game, None, SimpleNamespace(games=4), None)
    assert found == dict.fromkeys(("best approach", "surest hit", "policy"), 0.5)
    assert capsys.readouterr().out.count("+0.500 ± 1.591 (95 %), ball hit in 3 of 4") == 3


def test_nothing_is_compared_where_the_ball_has_passed(
    best_approach: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    game = best_approach.Game(pong_pg.load("fast"), 3)
    options = SimpleNamespace(lost=True, steps=2)
    what, late = next(best_approach.starts(game, options, np.random.default_rng(0)))
    assert what == "a point that was lost"
    assert best_approach.compare(game, late, options, np.random.default_rng(0)) == {}
    assert not capsys.readouterr().out


class _Rallies:
    """A game of which only the ball's columns, and the rewards, matter."""

    def __init__(self, rallies: list[tuple[list[int], float]], *, ends_after: int) -> None:
        self._steps = [
            (column, reward if last else 0.0, last and number == ends_after)
            for number, (columns, reward) in enumerate(rallies)
            for column, last in zip(columns, [False] * (len(columns) - 1) + [True], strict=True)
        ]
        self.number, self.begun = 0, 0
        self.put_back: list[int] = []
        self.ale = SimpleNamespace(game_over=lambda: self._steps[self.number - 1][2])

    def place(self) -> SimpleNamespace:
        return SimpleNamespace(number=self.number, column=self._steps[self.number][0])

    def step(self) -> float:
        self.number += 1
        return self._steps[self.number - 1][1]

    def begin(self) -> None:
        self.begun += 1

    def put(self, place: SimpleNamespace) -> None:
        self.put_back.append(place.number)


# The ball is hit near the agent's paddle at the step of column 170.
_HIT = [100, 130, 150, 170, 150, 120]
_RALLIES = [
    (_HIT, 1.0),
    (_HIT, -1.0),
    ([100], -1.0),
    (_HIT, 1.0),
    (_HIT, -1.0),
    (_HIT, 1.0),
    (_HIT, 1.0),
    (_HIT, 1.0),
    ([100] * 9, 1.0),
]


def test_states_before_lost_points_are_so_many_steps_before_the_point(best_approach: ModuleType) -> None:
    game = _Rallies(_RALLIES, ends_after=4)
    places = best_approach.starts(game, SimpleNamespace(lost=True, steps=2), np.random.default_rng(0))
    # The second rally has the steps 6 to 11; the third is too short; the fifth has 19 to 24, and ends the game.
    assert [next(places) for _ in range(2)] == [
        ("a point that was lost", SimpleNamespace(number=10, column=150)),
        ("a point that was lost", SimpleNamespace(number=23, column=150)),
    ]
    assert game.put_back == [12]
    assert game.begun == 0
    with pytest.raises(IndexError):
        next(places)
    # The game goes on where it was, and another one begins after its end.
    assert game.put_back == [12, 25]
    assert game.begun == 1


def test_states_before_hits_are_so_many_steps_before_one_of_every_third_rally(best_approach: ModuleType) -> None:
    game = _Rallies(_RALLIES, ends_after=4)
    places = best_approach.starts(game, SimpleNamespace(lost=False, steps=2), np.random.default_rng(0))
    # The second rally has the steps 6 to 11. The next two are left out, and the fifth ends the game.
    assert [next(places) for _ in range(2)] == [
        ("hit 1 of 1", SimpleNamespace(number=7, column=130)),
        ("hit 1 of 1", SimpleNamespace(number=26, column=130)),
    ]


def test_a_long_rally_is_forgotten(best_approach: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_approach, "LONGEST", 4)
    game = _Rallies([([100] * 5, -1.0), ([100] * 3, -1.0), ([100], 1.0)], ends_after=9)
    places = best_approach.starts(game, SimpleNamespace(lost=True, steps=2), np.random.default_rng(0))
    # Of the first, one step is left after the fourth.
    assert next(places)[1].number == 6


def test_means_are_of_as_many_states_as_asked_for(
    best_approach: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[bool] = []

    def starts(_game: Any, options: Any, _rng: Any) -> Any:
        asked.append(options.lost)
        yield from [("a point that was lost", number) for number in range(9)]

    found = [{"surest hit": 0.25, "policy": 0.0}, {}, {"surest hit": 0.75, "policy": 0.5}]
    monkeypatch.setattr(best_approach, "starts", starts)
    monkeypatch.setattr(best_approach, "compare", lambda _game, place, *_: found[place])
    monkeypatch.setattr("sys.argv", ["best_approach.py", "fast", "--lost", "--steps", "12", "--rallies", "2"])
    best_approach.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "12 agent steps before a point that was lost",
        "12 agent steps before a point that was lost",
        "  the ball can't be hit any more",
        "12 agent steps before a point that was lost",
        "mean of 2: surest hit +0.500, policy +0.250",
    ]
    assert asked == [True]
