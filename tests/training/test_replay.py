"""A number that is not finite stops a run, which leaves a file from which the game can be played again."""

from __future__ import annotations

import dataclasses
import json
import math
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from falling import FallingBall, Unsound

import pong_pg
from pong_pg.cli import main
from pong_pg.config import TrainConfig
from pong_pg.errors import DivergedError, FailedGame, NotFiniteError, RewardError
from pong_pg.game.seeding import env_game, training_game
from pong_pg.ppo import state as ppo_state
from pong_pg.ppo.config import PPOConfig
from pong_pg.reinforce import state as reinforce_state
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training import checkpoint
from pong_pg.training.checkpoint import latest, read_checkpoint
from pong_pg.training.failure import read_failure
from pong_pg.training.replay import replay

CONFIGS: dict[str, TrainConfig] = {
    "reinforce": ReinforceConfig(batch_size=3, hidden=8, seed=2, workers=0, iterations=4, checkpoint_every=100),
    "ppo": PPOConfig(
        num_envs=3,
        rollout_steps=50,
        final_rollout_steps=50,
        epochs=1,
        num_minibatches=1,
        hidden=8,
        seed=2,
        workers=0,
        iterations=4,
        checkpoint_every=100,
    ),
}
# The game in which `Unsound` fails first, in the third update of each.
UNSOUND = {
    "reinforce": FailedGame(2, 1, training_game(2, 2, 1)[0], 21),
    "ppo": FailedGame(2, 1, env_game(2, 1, 1)[0], 21, 1),
}
# What makes the next gradient, or the weights after the next step, not finite; by array of a checkpoint.
POISON: dict[str, dict[str, dict[str, Any]]] = {
    "reinforce": {
        "gradient": {"W1": np.float32(1e8), "W2": np.float32(1e-8)},
        "weights": {"W2_memory": None},
    },
    "ppo": {
        "gradient": {"blocks_own": np.float32(1e25), "heads": np.float32(1e20)},
        "weights": {"heads_square": None},
    },
}


@pytest.fixture(params=["reinforce", "ppo"])
def algorithm(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(autouse=True)
def _memory_of_any_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the files of the tests hold what makes weights that are not finite."""
    for state in (reinforce_state, ppo_state):
        monkeypatch.setattr(state, "_check_memory", lambda _: None)


def poisoned(config: TrainConfig, kind: str, env_factory: Any) -> Path:
    """The directory of a run of two updates that fails in the third."""
    assert config.run_dir is not None
    pong_pg.train(dataclasses.replace(config, iterations=2), env_factory=env_factory)
    path = latest(Path(config.run_dir))
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    for name, factor in POISON[config.algorithm][kind].items():
        # A mean of squares below 0 has no root.
        arrays[name] = np.full_like(arrays[name], -1) if factor is None else arrays[name] * factor
    np.savez(path, **arrays)
    return Path(config.run_dir)


def failed(algorithm: str, kind: str, run_dir: Path, env_factory: Any = FallingBall, **changes: Any) -> NotFiniteError:
    """The error of a run that fails in its third update."""
    config = dataclasses.replace(CONFIGS[algorithm], run_dir=str(run_dir), **changes)
    if kind == "reward":
        with pytest.raises(NotFiniteError) as caught:
            pong_pg.train(config, env_factory=env_factory)
    else:
        poisoned(dataclasses.replace(config, workers=0), kind, env_factory)
        with pytest.raises(NotFiniteError) as caught:
            pong_pg.resume(run_dir, env_factory=env_factory, iterations=2, workers=config.workers)
    return caught.value


@pytest.mark.parametrize("reward", [math.nan, math.inf, -math.inf])
def test_a_reward_that_is_not_finite_stops_the_run_and_its_game_can_be_played_again(
    algorithm: str, reward: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Unsound, "reward", reward)
    error = failed(algorithm, "reward", tmp_path / "run", Unsound)
    assert isinstance(error, RewardError)
    assert error.game == UNSOUND[algorithm]
    file = tmp_path / "run" / "failure-update-000003.npz"
    where = f"update 3, {'environment 2, ' if algorithm == 'ppo' else ''}game 2, environment seed {error.game.env_seed}"
    assert str(error) == (
        f"{where}, step 21: the reward is not finite ({reward:g}): fix the environment; "
        f"play it again:  pong-pg replay {file}"
    )
    played = replay(file, env_factory=Unsound)
    assert played.reproduced
    details = dict(played.replayed.details)
    assert details["reward"] == f"{reward:g}"
    assert details["observation"].endswith(("lit up", "changed", "inputs of positions"))
    assert details["probabilities"].count("0.") == (3 if algorithm == "ppo" else 2)
    assert not replay(file, env_factory=FallingBall).reproduced
    # On a sound environment it goes on from before the failed update.
    resumed = pong_pg.resume(tmp_path / "run", env_factory=FallingBall)
    assert [row.update for row in resumed.history] == [1, 2, 3, 4]


@pytest.mark.parametrize("kind", ["gradient", "weights"])
def test_weights_that_diverge_stop_the_run_and_the_update_can_be_played_again(
    algorithm: str, kind: str, tmp_path: Path
) -> None:
    error = failed(algorithm, kind, tmp_path / "run")
    assert isinstance(error, DivergedError)
    assert error.game is not None
    assert error.game.update == 2
    assert (error.game.game is None) == (error.game.step is None) == (kind == "weights")
    assert "lower --learning-rate; play it again:  pong-pg replay" in str(error)
    assert read_checkpoint(tmp_path / "run").progress.update == 2
    played = replay(tmp_path / "run" / "failure-update-000003.npz", env_factory=FallingBall)
    assert played.reproduced
    assert played.replayed.error is not None
    assert played.replayed.error.game == error.game
    details = dict(played.replayed.details)
    if kind == "gradient":
        assert "probabilities" in details
        assert ("gradient of W2" in details) == (algorithm == "reinforce")


@pytest.mark.parametrize("kind", ["gradient", "weights"])
def test_a_failed_update_leaves_the_state_as_it_was(algorithm: str, kind: str, tmp_path: Path) -> None:
    run_dir = poisoned(dataclasses.replace(CONFIGS[algorithm], run_dir=str(tmp_path / "run")), kind, FallingBall)
    run = read_checkpoint(run_dir).run()
    before = {name: array.copy() for name, array in run.state.arrays().items()}
    trainer = run.local_trainer(FallingBall)
    with pytest.raises(DivergedError):
        trainer.update(lambda _: None, lambda: False, more=False, keep_best=True)
    trainer.pool.close()
    assert trainer.consistent
    after = run.state.arrays()
    assert all(np.array_equal(array, after[name]) for name, array in before.items())
    assert run.state.progress.update == 2


@pytest.mark.usefixtures("local_ray")
@pytest.mark.ray
@pytest.mark.parametrize("kind", ["reward", "gradient"])
def test_the_error_of_a_ray_worker_has_its_game(algorithm: str, kind: str, tmp_path: Path) -> None:
    env_factory = Unsound if kind == "reward" else FallingBall
    error = failed(algorithm, kind, tmp_path / "run", env_factory, workers=2)
    assert error.game is not None
    assert error.game.update == 2
    assert error.game.step is not None
    file = tmp_path / "run" / "failure-update-000003.npz"
    assert replay(file, env_factory=env_factory).reproduced


def test_a_gradient_on_the_emulator_is_reproduced_by_the_command(
    algorithm: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    changes = {"batch_size": 1} if algorithm == "reinforce" else {}
    error = failed(algorithm, "gradient", Path("run"), None, **changes)
    assert error.game is not None
    assert error.hint.endswith("pong-pg replay run/failure-update-000003.npz")
    assert main(["replay", "run/failure-update-000003.npz"]) == 0
    out, err = capsys.readouterr()
    first, *_, last = out.splitlines()
    assert first.startswith(f"Recorded in run/failure-update-000003.npz: DivergedError, {error.game}: ")
    assert last == f"Reproduced: {error.game}: {error.complaint}"
    assert "\nProbabilities: " in out
    assert err == ""
    assert main(["replay", "run/failure-update-000003.npz", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["reproduced"]
    assert document["recorded"]["env_seed"] == error.game.env_seed


def test_what_is_no_longer_so_has_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    failed("reinforce", "reward", tmp_path / "run", Unsound)
    file = str(tmp_path / "run" / "failure-update-000003.npz")
    monkeypatch.setattr("pong_pg.training.failure.installed_version", lambda name: "0.1" if name == "numpy" else None)
    assert main(["replay", file, "--env-factory", "falling:FallingBall"]) == 1
    out = capsys.readouterr().out
    assert f"Recorded with other versions: numpy {np.__version__} (here: 0.1)" in out
    assert out.splitlines()[-1].startswith("Not reproduced: all numbers are finite this time")


def test_a_run_without_a_directory_leaves_no_file(
    algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RewardError, match=r"\(no file to replay it from is left, since the run has no directory\)$"):
        pong_pg.train(CONFIGS[algorithm], env_factory=Unsound)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_told_beside_the_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: Any, **more: Any) -> None:
        if more:
            raise pong_pg.CheckpointError(f"{path} can't be written: No space left on device")

    monkeypatch.setattr("pong_pg.training.failure.save", full)
    error = failed("reinforce", "reward", tmp_path / "run", Unsound)
    assert "fix the environment (no file to replay it from is left: " in str(error)
    assert str(error).endswith("No space left on device)")
    assert read_checkpoint(tmp_path / "run").progress.update == 2


def test_a_checkpoint_never_holds_what_is_not_finite(algorithm: str, tmp_path: Path) -> None:
    config = dataclasses.replace(CONFIGS[algorithm], run_dir=str(tmp_path / "run"), iterations=1)
    pong_pg.train(config, env_factory=FallingBall)
    path = latest(tmp_path / "run")
    before = path.read_bytes()
    state = read_checkpoint(path).run().state
    name, array = next(iter(state.arrays().items()))
    array[0, 0] = math.nan
    with pytest.raises(DivergedError, match=f"no checkpoint is written, because {name} holds a number that is not fi"):
        checkpoint.save(path, state)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (None, "is a checkpoint without a failure"),
        ([], "can't be used"),
        ({"update": None}, "the update is missing"),
        ({"update": 7}, "contradicts the checkpoint, which is that of update 2"),
        ({"game": None}, "contradicts the checkpoint"),
        ({"step": -1}, "-1 is not a count"),
        ({"env_seed": "x"}, "'x' is not a count"),
        ({"complaint": "\x1b[2J"}, "a line of text was expected"),
        ({"versions": None}, "can't be used"),
    ],
)
def test_a_damaged_record_is_refused_in_one_line(
    change: Any, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failed("reinforce", "reward", tmp_path / "run", Unsound)
    path = tmp_path / "run" / "failure-update-000003.npz"
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(bytes(arrays["header"]))
    if isinstance(change, dict):
        header["failure"] |= change
    else:
        header["failure"] = change
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez(path, **arrays)
    assert main(["replay", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line


def test_an_environment_that_is_not_there_is_refused(tmp_path: Path) -> None:
    failed("ppo", "reward", tmp_path / "run", Unsound)
    path = tmp_path / "run" / "failure-update-000003.npz"
    failure = read_failure(path)
    with pytest.raises(pong_pg.CheckpointError, match="in environment 3, which the run does not have"):
        failure.checkpoint.run().replay(failure.game._replace(environment=3), Unsound)


def test_the_code_of_an_environment_is_only_imported_when_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    failed("reinforce", "reward", tmp_path / "run", Unsound)
    path = tmp_path / "run" / "failure-update-000003.npz"

    def refusal(*options: str) -> str:
        assert main(["replay", str(path), *options]) == 2
        (line,) = [line for line in capsys.readouterr().err.splitlines() if "error: " in line]
        return line.partition("error: ")[2]

    assert "name it, if you trust it, with  --env-factory falling:Unsound" in refusal()
    assert refusal("--env-factory", "falling").startswith("--env-factory must be MODULE:NAME; got 'falling'")
    assert "can't be imported" in refusal("--env-factory", "falling:Nothing")
    assert "must be a function or a class; got 10" in refusal("--env-factory", "falling:BALLS")
    # A file that names a module in the id of its environment.
    (tmp_path / "trap.py").write_text("raise SystemExit('it was imported')")
    monkeypatch.syspath_prepend(tmp_path)
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(bytes(arrays["header"]))
    header["env_factory"] = None
    for settings in (
        {"env": "trap:Pong-v0"},
        {"env": "GymV26Environment-v0", "env_kwargs": {"env_id": "trap:Pong-v0"}},
    ):
        header["config"] |= settings
        arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
        np.savez(path, **arrays)
        assert "if you trust that module, add  --env " in refusal()
    assert "contradicts" in refusal("--env", "ALE/Pong-v5")
    assert "--env-factory contradicts" in refusal("--env-factory", "falling:Unsound")


def test_what_is_no_failure_is_refused_before_a_module_is_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "text.npz").write_text("no archive")
    (tmp_path / "trap.py").write_text("raise SystemExit('it was imported')")
    monkeypatch.syspath_prepend(tmp_path)
    for path in (tmp_path, tmp_path / "missing.npz", tmp_path / "text.npz"):
        assert main(["replay", str(path), "--env-factory", "trap:make"]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("kind", [DivergedError, RewardError])
def test_an_error_travels_by_pickle(kind: type[NotFiniteError]) -> None:
    error = pickle.loads(pickle.dumps(kind("complaint", FailedGame(1, 2, 3, 4, 5))))
    assert (error.complaint, error.game) == ("complaint", FailedGame(1, 2, 3, 4, 5))
    assert str(error) == "update 2, environment 6, game 3, environment seed 3, step 4: complaint"
    assert error.exit_status == 1
