"""`pong-pg eval`: play games with a trained policy and report its returns."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import sys
from typing import Any

from pong_pg.commands.options import add_env_options, add_policy, add_settings, at_least_one, loaded, resolved
from pong_pg.commands.signals import while_playing
from pong_pg.game.counts import counted


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "eval",
        help="play games with a trained policy",
        description="Play whole games with a trained policy and report its returns.",
    )
    add_policy(parser)
    parser.add_argument(
        "--episodes", type=at_least_one, default=10, metavar="N", help="number of games to play (default: 10)"
    )
    parser.add_argument("--greedy", action="store_true", help="take the most likely action instead of sampling one")
    add_settings(parser, ["seed"])
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    add_env_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Evaluate the policy, print the results and return 0."""
    from pong_pg.evaluation.evaluate import cut_off_text, evaluate, mean_text
    from pong_pg.evaluation.progress import game_lines
    from pong_pg.game.env import training_env

    games = loaded(resolved(options.checkpoint), options)
    policy, config = games.policy, games.config
    messages = sys.stderr if options.json else sys.stdout
    print(f"Playing {counted(options.episodes, 'game')} of {games}", file=messages, flush=True)
    with (
        while_playing(),
        game_lines(messages, options.episodes) as show,
        contextlib.closing(training_env(config)) as env,
    ):
        evaluation = evaluate(policy, env, options.episodes, seed=games.seed, greedy=games.greedy, on_game=show)
    if evaluation.repeated:
        print(
            f"pong-pg: note: all {options.episodes} games have the same return and length, as if one were played again "
            "and again, so there is no confidence interval" + (": leave --greedy out" if options.greedy else ""),
            file=sys.stderr,
        )
    returns = evaluation.returns
    mean_steps = sum(game.steps for game in evaluation.games) / len(returns)
    if options.json:
        document = {
            "checkpoint": games.name,
            "weights": policy.digest(),
            "env": config.env,
            "env_kwargs": dict(config.env_kwargs),
            "backend": config.backend,
            "seed": games.seed,
            "greedy": options.greedy,
            "episodes": len(returns),
            "mean_return": evaluation.mean,
            "deviation": evaluation.deviation,
            "confidence_95": evaluation.margin,
            "min_return": min(returns),
            "max_return": max(returns),
            "mean_steps": mean_steps,
            "games": [dataclasses.asdict(game) for game in evaluation.games],
        }
        print(json.dumps(document, indent=2))
        return 0
    print(
        f"Mean return {mean_text(evaluation)}, standard deviation {evaluation.deviation:.2f}, "
        f"from {min(returns):g} to {max(returns):g}, {mean_steps:.0f} steps a game{cut_off_text(evaluation)}"
    )
    print(f"Weights {policy.digest()}")
    return 0
