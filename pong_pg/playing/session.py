"""You against a network, or against the console's own player, in real time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pong_pg.game.decision import Decision, Inspectable, Inspector
from pong_pg.playing.board import Board, Scene
from pong_pg.playing.court import Court, Frame, Pair
from pong_pg.playing.mirror import mirrored
from pong_pg.playing.seat import Seat
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND, FRAMES_PER_STEP
from pong_pg.viewing.watching import Pace

# Every second frame is drawn.
_DRAWN = 2
# Whoever is later than this does not hurry to make up for it.
_LATEST = 0.25


@dataclass
class Tally:
    """The outcome so far.

    Attributes:
        you: games that you won.
        opponent: games that the other one won.
        points: yours and the other one's, of all games, also of one that was quit.
    """

    you: int = 0
    opponent: int = 0
    points: Pair = (0, 0)


class Advisor:
    """Says for your side what a policy would do.

    Args:
        policy: that is asked.
        side: "left" or "right", yours.
    """

    def __init__(self, policy: Inspectable, side: str) -> None:
        self._inspector, self._side = Inspector(policy), side
        self.reset()

    def reset(self) -> None:
        """Begin a new game."""
        self._inspector.reset()
        self._frames = 0
        self._advice: Decision | None = None

    def look(self, frame: Frame) -> Decision | None:
        """Return the advice for a frame; it is a new one as often as a policy acts.

        Args:
            frame: the palette screen, not mirrored, (210, 160) uint8.
        """
        if self._frames % FRAMES_PER_STEP == 0:
            self._advice = self._inspector.look(mirrored(frame) if self._side == "left" else frame)
        self._frames += 1
        return self._advice


def play(
    court: Court,
    board: Board,
    opponent: Seat | None,
    *,
    name: str,
    side: str,
    seeds: Callable[[int], np.random.Generator],
    advisor: Advisor | None = None,
    games: int | None = None,
    pace: Pace | None = None,
) -> Tally:
    """Play until the games are over or you quit; return the outcome.

    Args:
        court: the game.
        board: where you see and press.
        opponent: the other player; None for the console's own.
        name: of the other player.
        side: "left" or "right", yours.
        seeds: returns the generator of the other player for the index of a game from 0.
        advisor: gives you advice; None for none.
        games: how many; None for no end.
        pace: to begin with.
    """
    pace, tally, game = pace or Pace(), Tally(), 0
    clock = _Clock()
    while games is None or game < games:
        frame, info = court.reset()
        if opponent is not None:
            opponent.reset(seeds(game))
        if advisor is not None:
            advisor.reset()
        over, number, before = False, 0, tally.points
        while not over:
            advice = None if advisor is None else advisor.look(frame)

            def scene(info: dict[str, Pair] = info, advice: Decision | None = advice, game: int = game) -> Scene:
                left, right = info["score"]
                mine, theirs = (left, right) if side == "left" else (right, left)
                ends = (f"you {mine} : {theirs} {name}", f"{name} {theirs} : {mine} you")[side == "right"]
                title = f"{ends}   game {game + 1}   {pace}"
                return Scene(court.render(), title, side, advice, advisor is not None)

            if number % _DRAWN == 0:
                board.draw(scene())
            if not _wait(board, pace, clock, scene):
                return tally
            mine = board.action()
            theirs = 0 if opponent is None else opponent.act(frame)
            frame, _, terminated, truncated, info = court.step((mine, theirs) if side == "left" else (theirs, mine))
            number, over = number + 1, terminated or truncated
            left, right = info["score"]
            own, other = (left, right) if side == "left" else (right, left)
            tally.points = before[0] + own, before[1] + other
        tally.you += own > other
        tally.opponent += other > own
        board.draw(scene())
        game += 1
        # The final score stays for a moment.
        if not _pause(board, pace, scene, seconds=2):
            return tally
        clock.restart()
    return tally


class _Clock:
    """When the next frame is due, in real time."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self._due = time.monotonic()

    def left(self) -> float:
        return self._due - time.monotonic()

    def advance(self, seconds: float) -> None:
        self._due = max(self._due + seconds, time.monotonic() - _LATEST)


def _wait(board: Board, pace: Pace, clock: _Clock, scene: Callable[[], Scene]) -> bool:
    """Take in keys until the next frame is due; return False to quit."""
    clock.advance(1 / (FRAMES_PER_SECOND * pace.speed))
    while True:
        keys = board.keys(max(0.0, clock.left()))
        if not all(pace.press(key) for key in keys):
            return False
        if pace.paused:
            if not _paused(board, pace, scene):
                return False
            clock.restart()
        if clock.left() <= 0:
            return True


def _paused(board: Board, pace: Pace, scene: Callable[[], Scene]) -> bool:
    while pace.paused:
        board.draw(scene())
        if not all(pace.press(key) for key in board.keys(0.5)):
            return False
    return True


def _pause(board: Board, pace: Pace, scene: Callable[[], Scene], *, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if not all(pace.press(key) for key in board.keys(left)):
            return False
        board.draw(scene())
    return True
