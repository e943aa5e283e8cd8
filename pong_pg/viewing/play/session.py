"""You against a network, or against the console's own player, in real time."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass

from pong_pg.game.actions import STAY
from pong_pg.game.seeding import evaluation_game
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND
from pong_pg.viewing.play.board import Board
from pong_pg.viewing.play.court import Court, Pair
from pong_pg.viewing.play.seat import Seat
from pong_pg.viewing.watching import Pace

# Every second frame is drawn.
_DRAWN = 2
# Who is later than this does not hurry to make up for it, and how long the final score stays, in seconds.
_LATEST, _FINAL = 0.1, 2.0


@dataclass
class Tally:
    """The outcome so far.

    Attributes:
        games: that you won, and that the other one won.
        points: yours and the other one's, of all games, also of one that was quit.
    """

    games: Pair = (0, 0)
    points: Pair = (0, 0)


def play(
    court: Court, board: Board, opponent: Seat | None, *, name: str, side: str, seed: int, games: int | None, pace: Pace
) -> Tally:
    """Play until the games are over or you quit; return the outcome.

    Args:
        court: the game.
        board: where you see and press.
        opponent: the other player; None for the console's own.
        name: of the other player.
        side: "left" or "right", yours.
        seed: decides what the other player draws.
        games: how many; None for no end.
        pace: to begin with.
    """
    tally = Tally()
    for game in itertools.count() if games is None else range(games):
        frame, over, due = court.reset(), False, time.monotonic()
        if opponent is not None:
            opponent.reset(evaluation_game(seed, game)[1])

        def draw(game: int = game) -> None:
            left, right = court.score
            ends = f"{name} {left} : {right} you" if side == "right" else f"you {left} : {right} {name}"
            board.draw(court.render(), f"{ends}   game {game + 1}   {pace}")

        before, number = tally.points, 0
        while not over:
            if number % _DRAWN == 0:
                draw()
            due = max(due + 1 / (FRAMES_PER_SECOND * pace.speed), time.monotonic() - _LATEST)
            if not _wait(board, pace, due, draw):
                return tally
            yours, others = board.action(), STAY if opponent is None else opponent.act(frame)
            number += 1
            frame, over = court.step(*((others, yours) if side == "right" else (yours, others)))
            own, other = court.score if side == "left" else court.score[::-1]
            tally.points = before[0] + own, before[1] + other
        draw()
        won, lost = tally.games
        tally.games = won + (own > other), lost + (other > own)
        if not _wait(board, pace, time.monotonic() + _FINAL, draw):
            return tally
    return tally


def _wait(board: Board, pace: Pace, due: float, draw: Callable[[], None]) -> bool:
    """Take in keys until a time, and for as long as the game is paused; return False to quit."""
    while True:
        left = due - time.monotonic()
        if not all(pace.press(key) for key in board.keys(0.5 if pace.paused else max(0.0, left))):
            return False
        if pace.paused:
            draw()
        elif left <= 0:
            return True
