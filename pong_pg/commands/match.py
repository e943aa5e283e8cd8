"""`pong-pg match`: trained policies against each other."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from pong_pg.commands.options import add_settings, at_least_one, file_path, given_settings, non_empty
from pong_pg.commands.policies import resolved
from pong_pg.errors import PongPGError
from pong_pg.game.counts import counted

if TYPE_CHECKING:
    from pong_pg.versus.matches import Contestant
    from pong_pg.versus.rules import Rules


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "match",
        help="let trained policies play against each other",
        description="Two policies play Pong against each other, on the console's game for two players; the one on the "
        "left sees its screen mirrored. They change sides after each game. Frame skip and sticky actions are those of "
        "training, drawn for each player separately; the same seed gives the same games. Needs the extra play.",
    )
    parser.add_argument(
        "runs",
        nargs="*",
        metavar="RUN",
        type=non_empty,
        help="the two that play: a run directory, a checkpoint, a save.p, or the name of pretrained "
        "weights: best, fast or reference",
    )
    parser.add_argument(
        "--all",
        nargs="+",
        metavar="RUN",
        type=non_empty,
        help="a round robin: each of these against each other one; prints Elo ratings (0 is the mean) with their 95 %% "
        "intervals. Each two also count as having drawn once, so that nobody is infinitely good or bad",
    )
    parser.add_argument("--games", type=at_least_one, default=10, metavar="N", help="games of each match (default: 10)")
    acting = parser.add_mutually_exclusive_group()
    acting.add_argument("--greedy", action="store_true", help="take the most likely action (the default)")
    acting.add_argument("--sample", action="store_true", help="sample actions by their probabilities, as in training")
    parser.add_argument(
        "--no-swap", action="store_true", help="let the first stay on the right, where it was trained, in all games"
    )
    add_settings(parser, ["seed"])
    parser.add_argument(
        "--env",
        metavar="ID",
        help="the Pong id whose frame skip and sticky actions count (default: that of their training, or ALE/Pong-v5 "
        "if they were trained differently)",
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        type=file_path,
        help="record the longest rally as an MP4, GIF or WebP, by the ending",
    )
    parser.add_argument("--force", action="store_true", help="with --record: overwrite the file if it exists")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the match or matches, print the result and return 0."""
    from pong_pg.compat._versions import require
    from pong_pg.distributed.threads import limit_native_threads
    from pong_pg.versus.display import match_games_display
    from pong_pg.versus.matches import pairings, play_match, standings
    from pong_pg.versus.report import (
        match_document,
        match_lines,
        print_standings,
        record_rally,
        standings_document,
    )

    names = _names(options)
    _check_recording(options)
    require("multi_agent_ale_py", "pong-pg match")
    contestants, rules = _contestants(names, options)
    seed = given_settings(options).get("seed", 0)
    greedy = not options.sample
    messages = sys.stderr if options.json else sys.stdout
    total = options.games * len(contestants) * (len(contestants) - 1) // 2
    print(
        f"Playing {counted(total, 'game')}: {', '.join(one.name for one in contestants)} with the "
        f"rules of {rules.env_id}, seed {seed}, {'greedy' if greedy else 'sampled'}"
        + (", without changing sides" if options.no_swap else ""),
        file=messages,
        flush=True,
    )
    if greedy and rules.is_deterministic and options.games > 2 - options.no_swap:
        print(
            "pong-pg: note: nothing is random here, so all games on a side are the same: add --sample", file=sys.stderr
        )
    played = []
    with limit_native_threads(), match_games_display(messages, total) as show:
        for pairing in pairings(contestants, rules=rules, seed=seed, greedy=greedy):
            played.append((pairing, play_match(pairing, options.games, swap=not options.no_swap, on_game=show)))
    matches = [match for _, match in played]
    recorded = None if options.record is None else record_rally(options.record, played)
    table = standings(matches)
    if options.json:
        about = {"env": rules.env_id, "seed": seed, "greedy": greedy, "sides_swapped": not options.no_swap}
        weights = {one.name: one.policy.digest() for one in contestants}
        if options.all is None:
            print(json.dumps({**about, "weights": weights, **match_document(matches[0])}, indent=2))
        else:
            document = {
                **about,
                "weights": weights,
                "standings": standings_document(table),
                "matches": [match_document(match) for match in matches],
            }
            print(json.dumps(document, indent=2))
    elif options.all is None:
        print("\n".join(match_lines(matches[0])))
    else:
        print_standings(table, matches, sys.stdout)
    if recorded is not None:
        print(f"Wrote {options.record}: {recorded}", file=messages)
    return 0


def _names(options: argparse.Namespace) -> list[str]:
    if options.all is None:
        if len(options.runs) != 2:
            raise PongPGError(f"a match is played by two runs; got {len(options.runs)}: name two, or more with --all")
        return [resolved(name) for name in options.runs]
    if options.runs:
        raise PongPGError(f"--all names all that play: put {options.runs[0]} after it, or leave it out")
    names = [resolved(name) for name in options.all]
    if len(names) < 2:
        raise PongPGError("--all needs at least two runs; got 1: name more")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise PongPGError(f"--all: {twice[0]} is named twice: name each run once")
    return names


def _check_recording(options: argparse.Namespace) -> None:
    if options.record is None:
        if options.force:
            raise PongPGError("--force needs --record: add it, or leave --force out")
        return
    from pong_pg.viewing.recording import check_recording

    check_recording("--record", options.record, force=options.force)


def _contestants(names: list[str], options: argparse.Namespace) -> tuple[list[Contestant], Rules]:
    from pong_pg.training.checkpoint import load_with_config
    from pong_pg.versus.matches import Contestant
    from pong_pg.versus.rules import rules_of

    given = () if options.env is None else ("env", "env_kwargs")
    # A policy that plays against itself is loaded twice: each remembers its own game.
    loaded = [load_with_config(name, given=given) for name in names]
    rules = rules_of((config for _, config in loaded), options.env)
    found = []
    for index, (name, (policy, _)) in enumerate(zip(names, loaded, strict=True)):
        found.append(Contestant(f"{name} (2)" if name in names[:index] else name, policy))
    return found, rules
