"""You against a network, or against the console's own player, in real time."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from pong_pg.game.actions import STAY
from pong_pg.game.seeding import evaluation_game
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND
from pong_pg.viewing.pace import Pace
from pong_pg.viewing.play.board import Board
from pong_pg.viewing.play.court import Court, Pair
from pong_pg.viewing.play.seat import Seat

# Every second frame is drawn.
_DRAWN = 2
# How long the final score stays, in seconds.
_FINAL = 2.0


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
    court: Court,
    board: Board,
    opponent: Seat | None,
    *,
    name: str,
    side: str,
    seed: int,
    speed: float,
) -> Tally:
    """Play until you quit; return the outcome.

    Args:
        court: the game.
        board: where you see and press.
        opponent: the other player; None for the console's own.
        name: of the other player.
        side: "left" or "right", yours.
        seed: decides what the other player draws.
        speed: to begin with.
    """
    tally, pace = Tally(), Pace(board.keys, speed)
    for game in itertools.count():
        frame, over = court.reset(), False
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
            if not pace.wait(1, draw):
                return tally
            yours, others = board.action(), STAY if opponent is None else opponent.act(frame)
            number += 1
            frame, over = court.step(*((others, yours) if side == "right" else (yours, others)))
            own, other = court.score if side == "left" else court.score[::-1]
            tally.points = before[0] + own, before[1] + other
        draw()
        won, lost = tally.games
        tally.games = won + (own > other), lost + (other > own)
        if not pace.wait(_FINAL * FRAMES_PER_SECOND * pace.speed, draw):
            break
    return tally
