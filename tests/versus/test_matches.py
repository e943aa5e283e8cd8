"""Matches on the emulator for two players, and the tables that follow from their scores."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pong_pg.errors import EnvError
from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.training.checkpoint import load_with_config
from pong_pg.versus.env import TwoPlayerEnv
from pong_pg.versus.matches import Contestant, Match, MatchGame, pairings, play_match, standings
from pong_pg.versus.mirror import LEFT_COLOR, RIGHT_COLOR
from pong_pg.versus.report import match_document, match_lines
from pong_pg.versus.rules import Rules

two_players = pytest.mark.needs("multi-agent-ale-py>=0.1.12", "ale-py>=0.9")


def game(number: int, score: tuple[int, int], *, a_is_right: bool = True) -> MatchGame:
    return MatchGame(number, a_is_right, score, 4000, False, (0, 300))


def test_the_statistics_of_a_match_by_hand() -> None:
    match = Match("x", "y", [game(0, (21, 11)), game(1, (21, 15), a_is_right=False), game(2, (7, 7))])
    assert match.wins == 2.5
    assert match.points == (49, 33)
    assert match.difference == pytest.approx(16 / 3)
    # Differences 10, 6, 0: deviation 5.033, Student's t 4.303.
    assert match.margin == pytest.approx(4.303 * 5.0332 / np.sqrt(3), rel=1e-4)
    lines = match_lines(match)
    assert lines[0].startswith("Games 2.5 : 0.5; x wins a game with probability 83.3 % (95 %: ")
    assert lines[-1] == "With x on the left: points 21 : 15 in 1 game"
    assert match_document(match)["points"] == [49, 33]


def test_standings_add_up() -> None:
    table = standings([Match("x", "y", [game(0, (21, 3))]), Match("y", "z", [game(0, (21, 4))])])
    assert [(one.name, one.won, one.games, one.points) for one in table] == [
        ("x", 1, 1, (21, 3)),
        ("y", 1, 2, (24, 25)),
        ("z", 0, 1, (4, 21)),
    ]


@two_players
def test_sides_and_actions() -> None:
    env = TwoPlayerEnv()
    with pytest.raises(EnvError, match="call reset"):
        env.step((STAY, STAY))
    frame, info = env.reset()
    assert info["score"] == (0, 0)
    for _ in range(60):
        before, *_ = env.step((STAY, STAY))
    for _ in range(6):
        frame, *_ = env.step((UP, DOWN))

    def top(screen: np.ndarray, color: int) -> int:
        return int(np.flatnonzero((screen[34:194] == color).any(axis=1))[0])

    assert top(frame, LEFT_COLOR) < top(before, LEFT_COLOR)
    assert top(frame, RIGHT_COLOR) > top(before, RIGHT_COLOR)
    with pytest.raises(EnvError, match="actions must be two of"):
        env.step((1, 0))


@two_players
def test_a_ball_is_served_by_itself_and_points_are_counted() -> None:
    env = TwoPlayerEnv(max_frames=500)
    env.reset()
    points, over = [], False
    while not over:
        # The left player stays at the top, and misses what comes.
        _, rewards, terminated, over, info = env.step((UP, STAY))
        assert not terminated
        assert sum(rewards) == 0
        points += [rewards] if rewards[0] else []
    assert len(points) >= 3
    assert info["score"] == (points.count((1, -1)), points.count((-1, 1)))


@two_players
def test_the_same_seed_gives_the_same_match_and_the_sides_change() -> None:
    rules = Rules(max_frames=1200)

    def played(seed: int) -> Match:
        both = [Contestant(name, load_with_config("fast")[0]) for name in "xy"]
        return play_match(pairings(both, rules=rules, seed=seed)[0], 2)

    first = played(1)
    assert first == played(1)
    assert first != played(4)
    assert [one.a_is_right for one in first.games] == [True, False]
    assert all(one.truncated and one.frames == 1200 for one in first.games)


@two_players
def test_the_longest_rally_is_recorded(tmp_path: Path) -> None:
    pytest.importorskip("PIL.Image")
    from pong_pg.versus.report import record_rally

    both = [Contestant(name, load_with_config("fast")[0]) for name in "xy"]
    pairing = pairings(both, rules=Rules(max_frames=300))[0]
    match = play_match(pairing, 1)
    told = record_rally(tmp_path / "rally.gif", [(pairing, match)])
    assert told.endswith("of game 1, x - y")
    assert (tmp_path / "rally.gif").read_bytes()[:3] == b"GIF"
