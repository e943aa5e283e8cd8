"""The same training by PPO on every stack, with the settings of today and of earlier versions.

`python tests/ppo/test_golden_ppo.py` writes the golden files of today, and of pixels beside pairs, anew, from the stack
that runs it. The others come from the last commits of their time, 7bbe694 for 0.1, 76e03f7 for that with squares only,
229113e for that with squared errors, 7c5362f for that with pixels only, 8fa75a9 for that without motion, 3d97c2a for
that with motion and b56176e for that of positions without pairs, and stay: runs of then go on to the same bits.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

import pong_pg
from pong_pg.cli import main
from pong_pg.config import ADDED, option_of
from pong_pg.ppo import workers
from pong_pg.ppo.rollout import EnvRunner, Rollout

FOLDER = Path(__file__).parents[1] / "golden"
GOLDEN = {
    "today": FOLDER / "training_ppo.json",
    "pixels and pairs": FOLDER / "training_ppo_of_pixels_and_pairs.json",
    "positions": FOLDER / "training_ppo_of_positions.json",
    "motion": FOLDER / "training_ppo_of_motion.json",
    "distances": FOLDER / "training_ppo_of_distances.json",
    "pixels": FOLDER / "training_ppo_of_pixels.json",
    "squared errors": FOLDER / "training_ppo_of_squared_errors.json",
    "squares": FOLDER / "training_ppo_of_squares.json",
    "0.1": FOLDER / "training_ppo_of_0.1.json",
}
PIXELS = {"inputs": "pixels"}
SQUARED = {**PIXELS, "input_sums": "pixels", "value_loss": "squared"}
THEN: dict[str, dict[str, Any]] = {
    "today": {},
    "pixels and pairs": {"inputs": "pixels+positions+pairs"},
    "positions": {"inputs": "positions"},
    "motion": {"inputs": "pixels+distances+motion"},
    "distances": {"inputs": "pixels+distances"},
    "pixels": PIXELS,
    "squared errors": SQUARED,
    "squares": {**SQUARED, "block_shapes": "squares"},
    "0.1": ADDED,
}
# Long enough for games to end, and for what was learned to have its say in the actions.
SETTINGS = (
    "--num-envs 4 --rollout-steps 200 --final-rollout-steps 300 --anneal-steps 9000 --num-minibatches 4 --epochs 2 "
    "--hidden 16 --learning-rate 0.003 --gamma 0.995 --value-coef 0.5 --entropy-coef 0.02 --block-rate 0.5 "
    "--entropy-anneal-steps 1500000"
)
SAMPLE = 200


def trained(run_dir: Path, seed: int = 1, then: str = "today") -> dict[str, Any]:
    """The digest of all that was seen, done and got, and some of the weights that came of it."""
    sha = hashlib.sha256()

    class Recorded(EnvRunner):
        def rollout(self, *args: Any, **kwargs: Any) -> Rollout:
            segment = super().rollout(*args, **kwargs)
            for array in segment[:-1]:
                sha.update(np.asarray(array).tobytes())
            return segment

    with mock.patch.object(workers, "EnvRunner", Recorded):
        arguments = [
            "--algorithm",
            "ppo",
            *SETTINGS.split(),
            *(part for name, value in THEN[then].items() for part in (option_of(name), str(value))),
            "--iterations",
            "6",
            "--seed",
            str(seed),
            "--workers",
            "0",
        ]
        assert main(["train", *arguments, "--run-dir", str(run_dir)]) == 0
    policy = pong_pg.load(run_dir)
    assert isinstance(policy, pong_pg.ActorCritic)
    W1 = policy.weights.W1.ravel()
    return {
        "games": sha.hexdigest(),
        "W1 sampled": [float(weight) for weight in W1[:: W1.size // SAMPLE]],
        "W1 norm": float(np.sqrt(np.square(W1, dtype=np.float64).sum())),
        "heads": policy.weights.heads.astype(float).ravel().tolist(),
        "biases": policy.weights.biases.astype(float).tolist(),
    }


@pytest.mark.parametrize("then", GOLDEN)
def test_training_is_the_same_on_every_stack(then: str, tmp_path: Path) -> None:
    ours, golden = trained(tmp_path / "run", then=then), json.loads(GOLDEN[then].read_text())
    assert ours.pop("games") == golden.pop("games")
    assert ours.keys() == golden.keys()
    for name, weights in golden.items():
        np.testing.assert_allclose(ours[name], weights, rtol=1e-5, atol=1e-7, err_msg=name)


def test_another_seed_is_another_training(tmp_path: Path) -> None:
    """The golden file would notice: it is not what every run gives."""
    ours, golden = trained(tmp_path / "run", seed=2), json.loads(GOLDEN["today"].read_text())
    assert ours["games"] != golden["games"]
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(ours["heads"], golden["heads"], rtol=1e-5)


if __name__ == "__main__":
    for name in ("today", "pixels and pairs"):
        made = trained(Path(tempfile.mkdtemp()) / "run", then=name)
        GOLDEN[name].write_text(json.dumps(made, indent=1) + "\n")
