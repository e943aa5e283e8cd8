"""The same training on every stack: `pong-pg train --iterations 2 --batch-size 2 --seed 1`.

`python tests/reinforce/test_golden_training.py` writes the golden file anew, from the stack that runs it.
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
from pong_pg.game.seeding import training_game
from pong_pg.reinforce.reference import Episode
from pong_pg.reinforce.rollout import Games

GOLDEN = Path(__file__).parents[1] / "golden" / "training.json"
# Of the 1.28 million weights of the first layer, these many are kept, evenly spread.
SAMPLE = 200


def trained(run_dir: Path) -> dict[str, Any]:
    """The digest of all actions and rewards, and some of the weights that came of them."""
    games: dict[int, bytes] = {}
    play = Games.play

    def recorded(self: Games, weights: Any, env_seed: int, *args: Any, **kwargs: Any) -> Episode:
        episode = play(self, weights, env_seed, *args, **kwargs)
        games[env_seed] = episode.went_up.tobytes() + episode.rewards.tobytes()
        return episode

    with mock.patch.object(Games, "play", recorded):
        arguments = ["--iterations", "2", "--batch-size", "2", "--seed", "1", "--workers", "0"]
        assert main(["train", *arguments, "--run-dir", str(run_dir)]) == 0
    policy = pong_pg.load(run_dir)
    assert isinstance(policy, pong_pg.ReinforcePolicy)
    W1 = policy.W1_T.ravel()
    in_order = b"".join(games[training_game(1, update, game)[0]] for update in (0, 1) for game in (0, 1))
    return {
        "games": hashlib.sha256(in_order).hexdigest(),
        "W1 sampled": [float(weight) for weight in W1[:: W1.size // SAMPLE]],
        "W1 norm": float(np.sqrt(np.square(W1, dtype=np.float64).sum())),
        "W2": [float(weight) for weight in policy.W2],
    }


@pytest.mark.every_python
def test_training_is_the_same_on_every_stack(tmp_path: Path) -> None:
    ours, golden = trained(tmp_path / "run"), json.loads(GOLDEN.read_text())
    assert ours.pop("games") == golden.pop("games")
    assert ours.keys() == golden.keys()
    for name, weights in golden.items():
        np.testing.assert_allclose(ours[name], weights, rtol=1e-6, atol=0, err_msg=name)


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(trained(Path(tempfile.mkdtemp()) / "run"), indent=1) + "\n")
