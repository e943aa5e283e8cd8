"""The results of matches as lines, tables and JSON documents, and their best rally as a recording."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from pong_pg.game.counts import counted
from pong_pg.versus.env import TwoPlayerEnv
from pong_pg.versus.matches import Match, MatchGame, Pairing, Standing
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND
from pong_pg.viewing.recording import FPS, open_recording

_WIDE = 1000


def match_game_line(match: Match, game: MatchGame, number: int, total: int) -> str:
    """Return the line of a game.

    Args:
        match: says who plays.
        game: the game.
        number: of the game among all, from 1.
        total: of all games.
    """
    sides = ("right", "left") if game.a_is_right else ("left", "right")
    a, b = game.score
    return (
        f"Game {number} of {total}: {match.a} ({sides[0]}) {a} : {b} {match.b} ({sides[1]}), "
        f"longest rally {game.rally_frames / FRAMES_PER_SECOND:.1f} s" + (" (truncated)" if game.truncated else "")
    )


def match_lines(match: Match) -> list[str]:
    """Return the result of a match in lines."""
    n, (a, b) = len(match.games), match.points
    wins = _share(match.wins / n, match.win_interval)
    lines = [
        f"Games {match.wins:g} : {n - match.wins:g}; {match.a} wins a game with probability {wins}",
        f"Points {a} : {b}; {match.a} makes {_share(a / max(1, a + b), match.point_interval)} of them",
        f"Difference {match.difference:+.2f}"
        + ("" if match.margin is None else f" ± {match.margin:.2f} (95 %)")
        + " points a game",
    ]
    for is_right, side in ((True, "right"), (False, "left")):
        scores = [game.score for game in match.games if game.a_is_right is is_right]
        if scores:
            made, lost = (sum(column) for column in zip(*scores, strict=True))
            lines.append(f"With {match.a} on the {side}: points {made} : {lost} in {counted(len(scores), 'game')}")
    return lines


def _share(share: float, interval: tuple[float, float] | None) -> str:
    text = f"{100 * share:.1f} %"
    return text if interval is None else f"{text} (95 %: {100 * interval[0]:.1f} to {100 * interval[1]:.1f} %)"


def print_standings(standings: Sequence[Standing], matches: Sequence[Match], stream: TextIO) -> None:
    """Print the table of a round robin, the best first, and the scores of its matches."""
    from rich.console import Console
    from rich.table import Table

    # Off a terminal nothing is wrapped, so that lines can be searched with grep.
    console = Console(file=stream, highlight=False, markup=False, width=None if stream.isatty() else _WIDE)
    table, scores = Table(), Table()
    table.add_column("", justify="right")
    table.add_column("run", overflow="fold")
    for column in ("Elo", "95 %", "games", "points"):
        table.add_column(column, justify="right", overflow="fold")
    for place, standing in enumerate(standings, 1):
        elo, margin = standing.rating.elo, standing.rating.margin
        table.add_row(
            str(place),
            standing.name,
            f"{elo:+.0f}",
            f"{elo - margin:+.0f} to {elo + margin:+.0f}",
            f"{standing.won:g} of {standing.games}",
            f"{standing.points[0]} : {standing.points[1]}",
        )
    scores.add_column("match", overflow="fold")
    for column in ("games", "points"):
        scores.add_column(column, justify="right", overflow="fold")
    for match in matches:
        a, b = match.points
        games = f"{match.wins:g} : {len(match.games) - match.wins:g}"
        scores.add_row(f"{match.a} - {match.b}", games, f"{a} : {b}")
    console.print(table)
    console.print(scores)


def match_document(match: Match) -> dict[str, Any]:
    """Return a match as a document that can be written as JSON."""
    return {
        "a": match.a,
        "b": match.b,
        "games_won_by_a": match.wins,
        "game_share_95": list(match.win_interval),
        "points": list(match.points),
        "point_share_95": None if match.point_interval is None else list(match.point_interval),
        "difference": match.difference,
        "difference_95": match.margin,
        "games": [dataclasses.asdict(game) for game in match.games],
    }


def standings_document(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    """Return the table of a round robin as a document that can be written as JSON."""
    return [
        {
            "name": standing.name,
            "elo": standing.rating.elo,
            "elo_95": standing.rating.margin,
            "games_won": standing.won,
            "games": standing.games,
            "points": list(standing.points),
        }
        for standing in standings
    ]


def record_rally(path: Path, played: Sequence[tuple[Pairing, Match]]) -> str:
    """Play the game with the longest rally of all again, and record that rally; return what was recorded.

    Args:
        path: MP4, GIF or WebP, by its ending.
        played: the pairings with their matches.

    Raises:
        PongPGError: the file can't be written.
    """
    _, pairing, game = max(
        ((game.rally_frames, pairing, game) for pairing, match in played for game in match.games),
        key=lambda found: found[0],
    )
    env = TwoPlayerEnv(pairing.rules.max_frames)
    start, end = game.rally
    every = round(FRAMES_PER_SECOND / FPS)
    with open_recording(path) as recording:
        for frame in pairing.play(env, game.game, a_is_right=game.a_is_right):
            if frame == end or isinstance(frame, MatchGame):
                # What it ended with stays for a second.
                recording.write(env.render(), times=round(FPS))
                break
            if frame >= start and (frame - start) % every == 0:
                recording.write(env.render())
    return (
        f"the longest rally, {game.rally_frames / FRAMES_PER_SECOND:.1f} s of game {game.game + 1}, "
        f"{pairing.a.name} - {pairing.b.name}"
    )
