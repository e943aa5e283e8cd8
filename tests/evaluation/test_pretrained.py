from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pong_pg
from pong_pg.config import TrainConfig
from pong_pg.errors import CheckpointError
from pong_pg.evaluation import pretrained as module
from pong_pg.evaluation.evaluate import evaluate
from pong_pg.evaluation.pretrained import PRETRAINED, policy_of, pretrained
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import Weights
from pong_pg.ppo.policy import PPOPolicy
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.policy import ReinforcePolicy
from pong_pg.training.checkpoint import load_with_config

# Of the games whose mean the weights are to reach; their returns are known one by one.
GAMES = 4


@pytest.mark.parametrize("name", PRETRAINED)
def test_they_play_the_games_that_they_are_known_for(name: str) -> None:
    """The same games on every stack, so the mean that is stated is the mean that a user gets."""
    policy, config, about = pretrained(name)
    stated = about["evaluation"]
    games = evaluate(policy, config.env, GAMES, seed=stated["seed"], greedy=stated["greedy"])
    assert games.returns == stated["returns"][:GAMES]
    assert stated["mean"] == pytest.approx(np.mean(stated["returns"]))
    assert len(stated["returns"]) == 50


@pytest.mark.parametrize("name", PRETRAINED)
def test_what_they_are_is_known(name: str) -> None:
    policy, config, about = pretrained(name)
    assert policy.digest() == about["digest"]
    assert about["env"] == config.env == "ALE/Pong-v5"
    assert about["seed"] == config.seed
    games, steps, minutes, _ = zip(*about["curve"], strict=True)
    assert all(list(column) == sorted(column) for column in (games, steps, minutes))
    assert games[-1] == about["games"]
    assert steps[-1] == about["agent_steps"]


@pytest.mark.parametrize("name", ["best", "fast"])
def test_they_are_what_the_preset_of_their_name_makes(name: str) -> None:
    _, config, about = pretrained(name)
    # What a run of another length or on other workers may differ in.
    free = {
        key: getattr(config, key)
        for key in ("checkpoint_every", "keep_checkpoints", "n_eval_episodes", "seed", "total_timesteps", "workers")
    }
    assert config == pong_pg.preset(name, **free)
    assert about["agent_steps"] >= pong_pg.preset(name).to_dict()["total_timesteps"]


def test_load_knows_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert isinstance(pong_pg.load("best"), pong_pg.PPOPolicy)
    assert isinstance(pong_pg.load("fast"), pong_pg.PPOPolicy)
    assert isinstance(pong_pg.load("reference"), pong_pg.ReinforcePolicy)
    assert load_with_config("fast")[1] == pretrained("fast")[1]
    # A file of the user's goes first.
    (tmp_path / "fast").write_text("mine")
    with pytest.raises(CheckpointError, match="fast is neither a checkpoint"):
        pong_pg.load("fast")


def policies() -> list[tuple[Any, TrainConfig]]:
    rng = np.random.default_rng(0)
    policy, weights = ReinforcePolicy.initial(4, rng), Weights.initial(4, rng)
    return [
        ({"W1": policy.W1, "W2": policy.W2}, ReinforceConfig(hidden=4)),
        (weights._asdict(), PPOConfig(hidden=4)),
    ]


def write(path: Path, arrays: Any, config: TrainConfig, **about: Any) -> str:
    """Write a file as `benchmarks/make_weights.py` does; return the digest."""
    half: dict[str, Any] = {name: array.astype(np.float16) for name, array in arrays.items()}
    digest = policy_of(half).digest()
    header = {**about, "config": config.to_dict(), "digest": digest}
    np.savez_compressed(path, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **half)
    return digest


@pytest.mark.parametrize(("arrays", "config"), policies())
def test_what_is_written_is_what_is_loaded(
    arrays: Any, config: TrainConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_FOLDER", tmp_path)
    digest = write(tmp_path / "fast.npz", arrays, config, note="none")
    policy, loaded_config, about = pretrained("fast")
    assert policy.digest() == digest
    assert (loaded_config, about["note"]) == (config, "none")
    kind = PPOPolicy if config.algorithm == "ppo" else ReinforcePolicy
    assert isinstance(policy, kind)
    # Half precision keeps three digits.
    first = policy.weights.W1 if isinstance(policy, PPOPolicy) else policy.W1
    np.testing.assert_allclose(first, arrays["W1"], rtol=1e-3, atol=1e-6)


def test_a_damaged_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FOLDER", tmp_path)
    with pytest.raises(CheckpointError, match="install pong_pg again"):
        pretrained("fast")
    arrays, config = policies()[1]
    write(tmp_path / "fast.npz", arrays, config)
    whole = (tmp_path / "fast.npz").read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 0x55]) + whole[middle + 1 :]
    for damaged in (b"", whole[:100], whole[:middle], flipped):
        (tmp_path / "fast.npz").write_bytes(damaged)
        with pytest.raises(CheckpointError, match="install pong_pg again"):
            pretrained("fast")
    (tmp_path / "fast.npz").write_bytes(whole)
    with np.load(tmp_path / "fast.npz") as archive:
        changed: dict[str, Any] = {name: archive[name] for name in archive.files}
    changed["biases"] = changed["biases"] + np.float16(1)
    np.savez(tmp_path / "fast.npz", **changed)
    with pytest.raises(CheckpointError, match="its digest is another"):
        pretrained("fast")
