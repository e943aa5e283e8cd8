"""The game for two players."""

from __future__ import annotations

import numpy as np
import pytest

from pong_pg.errors import EnvError
from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.playing.court import TwoPlayerEnv
from pong_pg.playing.mirror import LEFT_COLOR, RIGHT_COLOR

two_players = pytest.mark.needs("multi-agent-ale-py>=0.1.12", "ale-py>=0.9")


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
