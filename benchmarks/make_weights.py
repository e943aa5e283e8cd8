"""Make the weights that come with the package from a checkpoint of a run.

    python benchmarks/make_weights.py fast learning/fast-0/milestones/02500000.npz --run learning/fast-0
    python benchmarks/make_weights.py reference learning/reference-0 --run learning/reference-0

Plays greedy games with the weights as they will be shipped, and writes their returns into the file: a test plays some
of them again on every stack.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import platform
from pathlib import Path
from typing import Any

import numpy as np

import pong_pg
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.evaluation.evaluate import evaluate, mean_text
from pong_pg.evaluation.pretrained import PRETRAINED, policy_of
from pong_pg.game.network_policy import WEIGHTS_FORMAT
from pong_pg.ppo.state import PPOState
from pong_pg.training.checkpoint import read_checkpoint
from pong_pg.viewing.curves import read_run

GAMES = 50
SEED = 2_000
# Points of the curve that are kept.
POINTS = 60


def weights_of(state: Any) -> dict[str, Any]:
    """Return the arrays of a policy, with zeros where nothing was ever learned."""
    arrays = state.arrays()
    if isinstance(state, PPOState):
        W1 = state.average.W1.copy()
        unseen = np.flatnonzero((state.adam.square.own == 0).all(axis=1))
        W1[unseen] = 0
        return {**state.average._asdict(), "W1": W1}
    W1 = arrays["W1"].copy()
    W1[:, (arrays["W1_memory"] == 0).all(axis=0)] = 0
    return {"W1": W1, "W2": arrays["W2"]}


def main() -> None:
    """Make one of the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=PRETRAINED)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--run", type=Path, required=True, help="directory of the run that the checkpoint is from")
    options = parser.parse_args()
    state = read_checkpoint(options.checkpoint).state()
    arrays: dict[str, Any] = {name: array.astype(np.float16) for name, array in weights_of(state).items()}
    policy = policy_of(arrays)
    with limit_native_threads():
        evaluation = evaluate(policy, state.config.env, GAMES, seed=SEED, greedy=True)
    curve = [point for point in read_run(options.run).curve if point.agent_steps <= state.progress.agent_steps]
    kept = curve[:: max(1, len(curve) // POINTS)] + curve[-1:]
    about = {
        "env": state.config.env,
        "seed": state.config.seed,
        "games": state.progress.games,
        "agent_steps": state.progress.agent_steps,
        "made_with": {"pong_pg": pong_pg.__version__, "numpy": np.__version__, "python": platform.python_version()},
        "curve": [[p.games, p.agent_steps, round(p.seconds / 60, 2), round(p.mean_return, 2)] for p in kept],
        "evaluation": {
            "seed": SEED,
            "greedy": True,
            "mean": evaluation.mean,
            "margin": evaluation.margin,
            "returns": evaluation.returns,
        },
    }
    path = Path(pong_pg.__file__).parent / "evaluation" / "weights" / f"{options.name}.npz"
    # Not where and how long the run was on this machine.
    config = dataclasses.replace(state.config, run_dir=None, seconds=None, workers=None)
    header = {"format": WEIGHTS_FORMAT, **about, "config": config.to_dict(), "digest": policy.digest()}
    np.savez_compressed(path, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)
    print(
        f"{path}: {path.stat().st_size / 1e6:.2f} MB, mean return {mean_text(evaluation)}, "
        f"from {min(evaluation.returns):g}; {policy.digest()}"
    )


if __name__ == "__main__":
    main()
