"""Ablations of the preset `fast`: the same run with one thing changed.

    python benchmarks/ablations.py --steps 1500000 --seeds 0 1 --out ablations
    pong-pg compare ablations/*

Each run plays in one process, two of them at a time, so that the figures show what a change does to learning, and not
to speed. Each run ends with greedy evaluation games.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import shutil
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import pong_pg
from pong_pg.game.frames import PIXELS
from pong_pg.ppo import encoder, network, rollout, symmetry
from pong_pg.ppo.adam import Adam
from pong_pg.ppo.encoder import NumPyEncoder
from pong_pg.ppo.kernel_interface import Gradient, Rows
from pong_pg.ppo.network import MOST_ROWS, Weights
from pong_pg.registry import PRESETS

GAMES = 30


def _without_rows(rows: slice) -> list[Any]:
    """The network without some of its inputs: their weights are zero, and stay so."""
    initial = Weights.initial.__func__  # type: ignore[attr-defined]  # a class method's function
    of_rows, step = Adam.of_rows, Adam.step
    # Of each copy that the learner moves, which rows of W1 it has.
    places: weakref.WeakKeyDictionary[Adam, Rows] = weakref.WeakKeyDictionary()

    def bare(cls: type[Weights], *args: Any, **kwargs: Any) -> Weights:
        weights: Weights = initial(cls, *args, **kwargs)
        weights.W1[rows] = 0
        return weights

    def noted(self: Adam, some: Rows) -> Adam:
        part = of_rows(self, some)
        places[part] = some
        return part

    def restrained(self: Adam, gradient: Gradient, *args: Any) -> float:
        place = places[self][gradient.rows]
        kept = gradient.rows[(place < rows.start) | (place >= rows.stop)]
        return step(self, gradient._replace(rows=kept), *args)

    return [
        mock.patch.object(Weights, "initial", classmethod(bare)),
        mock.patch.object(Adam, "of_rows", noted),
        mock.patch.object(Adam, "step", restrained),
    ]


def _one_view() -> list[Any]:
    """No reflection: each observation counts twice, and the second outputs are not swapped."""
    same = np.arange(-MOST_ROWS, MOST_ROWS, dtype=np.int16)
    return [
        mock.patch.object(symmetry, "reflections", return_value=np.concatenate([same[MOST_ROWS:], same[:MOST_ROWS]])),
        # The learner's, and that of the encoder, with which the workers play.
        mock.patch.object(symmetry, "swap_up_and_down", lambda outputs: outputs),
        mock.patch.object(encoder, "swap_up_and_down", lambda outputs: outputs),
        # The compiled encoder has a reflection of its own.
        mock.patch.object(rollout, "make_encoder", NumPyEncoder),
    ]


def _wide_beginning() -> list[Any]:
    """A first layer that begins at unit scale."""
    return [mock.patch.object(network, "INITIAL_W1_SCALE", 1.0)]


# The settings of the preset `pixels`, for `fast` to differ in.
_PIXELS = {
    name: value for name, value in PRESETS["pixels"].items() if name not in ("algorithm", "steps", "eval_episodes")
}
ABLATIONS: dict[str, tuple[dict[str, Any], Callable[[], list[Any]]]] = {
    "fast": ({}, list),
    "pixels": (_PIXELS, list),
    "pixels, changes only": (_PIXELS, lambda: _without_rows(slice(0, PIXELS))),
    "pixels, mask only": (_PIXELS, lambda: _without_rows(slice(PIXELS, 2 * PIXELS))),
    "one view": ({}, _one_view),
    "shared weights at half rate": ({"block_rate": 0.5}, list),
    "two actions": ({"actions": 2}, list),
    "learning rate 0.00025": ({"learning_rate": 2.5e-4}, list),
    "learning rate 0.0005": ({"learning_rate": 5e-4}, list),
    "learning rate 0.002": ({"learning_rate": 2e-3}, list),
    "no entropy": ({"entropy_coef": 0.0}, list),
    "lambda 0.98": ({"gae_lambda": 0.98}, list),
    "2 epochs": ({"epochs": 2}, list),
    "8 epochs": ({"epochs": 8}, list),
    "256 hidden units": ({"hidden": 256}, list),
    "entropy 0.005": ({"entropy_coef": 0.005}, list),
    "entropy to the end": ({"entropy_anneal_steps": 1_000_000_000}, list),
    "gamma 0.99": ({"gamma": 0.99}, list),
    "first layer at unit scale": ({}, _wide_beginning),
}


def ablate(name: str, seed: int, steps: int, out: Path) -> dict[str, Any]:
    """Make one run and return the results of its greedy games."""
    settings, patches = ABLATIONS[name]
    run_dir = _run_dir(out, name, seed)
    # Of a command that was stopped.
    if run_dir.exists():
        shutil.rmtree(run_dir)
    for patch in patches():
        patch.start()
    config = pong_pg.preset(
        "fast", seed=seed, steps=steps, workers=0, run_dir=str(run_dir), eval_episodes=GAMES, **settings
    )
    result = pong_pg.train(config)
    mock.patch.stopall()
    if result.evaluation is None:
        raise SystemExit(f"{name} was stopped")
    row = {
        "ablation": name,
        "seed": seed,
        "agent_steps": result.progress.agent_steps,
        "games": result.progress.games,
        "sampled": result.progress.recent_mean,
        "greedy": result.evaluation.mean,
        "margin": result.evaluation.margin,
    }
    (run_dir / "ablation.json").write_text(json.dumps(row) + "\n")
    return row


def main() -> None:
    """Make the runs that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_500_000)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--only", nargs="+", choices=ABLATIONS, default=list(ABLATIONS))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    options.out.mkdir(exist_ok=True)
    wanted = [(name, seed) for seed in options.seeds for name in options.only]
    missing = [(name, seed, options.steps, options.out) for name, seed in wanted if not _done(options.out, name, seed)]
    # A process for each run, so that no patch outlives it.
    with multiprocessing.get_context("spawn").Pool(options.processes, maxtasksperchild=1) as pool:
        for row in pool.imap(_ablate, missing, chunksize=1):
            print(
                f"{row['ablation']}, seed {row['seed']}: greedy {row['greedy']:.2f} ± {row['margin']:.2f}, "
                f"last 50 training games {row['sampled']:.2f}, {row['agent_steps']} steps, {row['games']} games",
                flush=True,
            )


def _ablate(arguments: tuple[str, int, int, Path]) -> dict[str, Any]:
    return ablate(*arguments)


def _done(out: Path, name: str, seed: int) -> bool:
    return (_run_dir(out, name, seed) / "ablation.json").exists()


def _run_dir(out: Path, name: str, seed: int) -> Path:
    return out / f"{name.replace(',', '').replace(' ', '-')}-{seed}"


if __name__ == "__main__":
    main()
