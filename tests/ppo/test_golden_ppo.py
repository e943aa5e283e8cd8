"""The same training by PPO on every stack.

`python tests/ppo/test_golden_ppo.py` writes the golden file anew, from the stack that runs it.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import pong_pg
from pong_pg.cli import main
from pong_pg.ppo.rollout import Rollout
from pong_pg.ppo.workers import LocalRolloutPool

GOLDEN = Path(__file__).parents[1] / "golden" / "training_ppo.json"
# Long enough for games to end, and for what was learned to have its say in the actions.
SETTINGS = (
    "--algorithm ppo --iterations 6 --workers 0 --num-envs 4 --n-steps 200 --final-n-steps 300 "
    "--anneal-steps 9000 --num-minibatches 4 --n-epochs 2 --hidden 16 --learning-rate 0.003 --gamma 0.995 "
    "--vf-coef 0.5 --ent-coef 0.02 --block-rate 0.5 --entropy-anneal-steps 1500000"
)
SAMPLE = 200


def trained(run_dir: Path, seed: int = 1) -> dict[str, Any]:
    """The digest of all that was seen, done and got, and some of the weights that came of it."""
    sha, finish = hashlib.sha256(), LocalRolloutPool.finish

    def recorded(*args: Any) -> list[Rollout]:
        batch = finish(*args)
        for rollout in batch:
            for array in rollout[:-2]:
                sha.update(np.asarray(array).tobytes())
        return batch

    with mock.patch.object(LocalRolloutPool, "finish", recorded):
        assert main(["train", *SETTINGS.split(), "--seed", str(seed), "--run-dir", str(run_dir)]) == 0
    policy = pong_pg.load(run_dir)
    assert isinstance(policy, pong_pg.PPOPolicy)
    W1 = policy.weights.W1.ravel()
    return {
        "games": sha.hexdigest(),
        "W1 sampled": [float(weight) for weight in W1[:: W1.size // SAMPLE]],
        "W1 norm": float(np.sqrt(np.square(W1, dtype=np.float64).sum())),
        "heads": policy.weights.heads.astype(float).ravel().tolist(),
        "biases": policy.weights.biases.astype(float).tolist(),
    }


def test_training_is_the_same_on_every_stack(tmp_path: Path) -> None:
    ours, golden = trained(tmp_path / "run"), json.loads(GOLDEN.read_text())
    assert ours.pop("games") == golden.pop("games")
    assert ours.keys() == golden.keys()
    for name, weights in golden.items():
        np.testing.assert_allclose(ours[name], weights, rtol=1e-5, atol=1e-7, err_msg=name)


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(trained(Path(tempfile.mkdtemp()) / "run"), indent=1) + "\n")
