"""You against a network, in real time."""

from __future__ import annotations

import itertools

from pong_pg.game.seeding import evaluation_game
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND
from pong_pg.viewing.pace import Pace
from pong_pg.viewing.play.board import Board
from pong_pg.viewing.play.court import Pair, TwoPlayerCourt
from pong_pg.viewing.play.seat import Seat

# Every second frame is drawn.
_DRAWN = 2
# How long the final score stays, in seconds.
_FINAL = 2.0


def play(
    court: TwoPlayerCourt, board: Board, opponent: Seat, *, name: str, seed: int, speed: float
) -> tuple[Pair, Pair]:
    """Play until you quit.

    Args:
        court: the game.
        board: where you see and press.
        opponent: the other player, on the right.
        name: of the other player.
        seed: decides what the other player draws.
        speed: to begin with.

    Returns:
        The games that you won, and that the other one won; and the points of both, also of a game that was quit.
    """
    pace = Pace(board.keys, speed)
    games, points = (0, 0), (0, 0)
    for game in itertools.count():
        frame, over = court.reset(), False
        opponent.reset(evaluation_game(seed, game)[1])

        def draw(game: int = game) -> None:
            own, other = court.score
            board.draw(court.render(), f"you {own} : {other} {name}   game {game + 1}   {pace}")

        before, number = points, 0
        while not over:
            if number % _DRAWN == 0:
                draw()
            if not pace.wait(1, draw):
                return games, points
            number += 1
            frame, over = court.step(board.action(), opponent.act(frame))
            own, other = court.score
            points = before[0] + own, before[1] + other
        draw()
        games = games[0] + (own > other), games[1] + (other > own)
        if not pace.wait(_FINAL * FRAMES_PER_SECOND * pace.speed, draw):
            break
    return games, points
