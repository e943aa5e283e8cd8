from __future__ import annotations

import json
import logging
import pickle
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from falling import FallingBall
from programs import train as train_program
from stack import BACKENDS

import pong_pg
from pong_pg.cli import main
from pong_pg.errors import ArgumentError
from pong_pg.training.checkpoint import read_checkpoint

PONG_PG = [sys.executable, "-m", "pong_pg"]
QUICK = ["--workers", "0", "--batch-size", "1", "--hidden", "4"]
PPO_QUICK = ["--workers", "0", "--num-envs", "2", "--n-steps", "20", "--final-n-steps", "20"]
PPO_QUICK += ["--hidden", "4", "--num-minibatches", "2"]


@pytest.fixture(autouse=True)
def _in_a_directory_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, **kwargs: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PONG_PG, *arguments], capture_output=True, text=True, timeout=120, check=False, **kwargs)


@pytest.fixture(scope="module")
def a_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a run of one update."""
    run_dir = tmp_path_factory.mktemp("runs") / "run"
    main(["train", *QUICK, "--iterations", "1", "--run-dir", str(run_dir)])
    return run_dir


def digest_in(text: str) -> str:
    match = re.search(r"sha256:[0-9a-f]{64}", text)
    assert match is not None, text
    return match[0]


@pytest.mark.parametrize("arguments", [["--help"], ["train", "--help"], ["eval", "--help"], ["--version"]])
def test_help_and_version_answer(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 0
    assert "pong-pg" in capsys.readouterr().out


@pytest.mark.parametrize("algorithm", ["reinforce", "ppo"])
def test_training_works_without_a_compiler(algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONG_PG_COMPILED", "0")
    settings = PPO_QUICK if algorithm == "ppo" else QUICK
    done = run("train", "--algorithm", algorithm, *settings, "--iterations", "1", "--run-dir", "run")
    assert done.returncode == 0, done.stderr
    assert digest_in(done.stdout) == pong_pg.load("run").digest()


def test_train_prints_a_line_per_update_and_the_run_directory() -> None:
    done = run("train", *QUICK, "--iterations", "2", "--run-dir", "run")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].endswith("to update 2; writing to run")
    assert [
        bool(re.match(rf"Batch {n} computed 1 rollouts in \d+\.\d\d seconds, running mean is -\d", lines[n]))
        for n in (1, 2)
    ] == [True, True]
    assert lines[3].startswith("Finished with update 2: 2 games, ")
    assert lines[4] == "Resume:  pong-pg train --resume run --iterations N"
    assert digest_in(done.stdout) == pong_pg.load("run").digest()


def test_without_a_run_dir_a_new_one_is_made_each_time() -> None:
    for _ in range(2):
        assert main(["train", *QUICK, "--iterations", "1"]) == 0
    names = sorted(path.name for path in Path("runs").iterdir())
    assert len(names) == 2
    assert all(re.fullmatch(r"pong-v5-\d{8}-\d{6}(-2)?", name) for name in names)


def test_resume_continues_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    for algorithm in ([], ["--algorithm", "ppo", *PPO_QUICK]):
        shutil.rmtree("runs", ignore_errors=True)
        arguments = ["train", *(algorithm or QUICK)]
        assert main([*arguments, "--iterations", "3", "--run-dir", "runs/a"]) == 0
        at_once = digest_in(capsys.readouterr().out)
        assert main([*arguments, "--iterations", "1", "--run-dir", "runs/b"]) == 0
        output = capsys.readouterr().out
        assert digest_in(output) != at_once
        assert "pong-pg train --resume runs/b --iterations N" in output
        assert main(["train", "--resume", "runs/b", "--iterations", "2"]) == 0
        output = capsys.readouterr().out
        assert digest_in(output) == at_once
        assert "from update 1 to update 3" in output


def test_eval_plays_games_and_prints_their_results(
    a_run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(a_run.parent)
    assert main(["eval", "run", "--episodes", "2"]) == 0
    output = capsys.readouterr()
    lines = output.out.splitlines()
    assert lines[0] == "Playing 2 games of ALE/Pong-v5 with run, seed 0, sampled"
    assert lines[1].startswith("Game 1 of 2 (seed 980756183): return -")
    assert lines[3].startswith("Mean return -")
    assert "(games: -" in lines[3]
    assert digest_in(lines[4]) == pong_pg.load(a_run).digest()
    assert output.err == ""
    # Where all games are the same, it says so.
    command = ["eval", "run", "--episodes", "2", "--greedy"]
    assert main([*command, "--env", "PongDeterministic-v4", "--json"]) == 0
    output = capsys.readouterr()
    assert "note: all 2 games have the same return and length" in output.err
    assert output.err.endswith("so there is no confidence interval: leave --greedy out\n")
    assert json.loads(output.out)["confidence_95"] is None


def test_eval_json_is_one_document_on_standard_output() -> None:
    rng = np.random.default_rng(0)
    weights = {"W1": rng.standard_normal((4, 6400)) / 80, "W2": rng.standard_normal(4)}
    Path("save.p").write_bytes(pickle.dumps(weights))
    options = ["--json", "--seed", "3", "--greedy", "--env", "PongDeterministic-v4"]
    done = run("eval", "save.p", "--episodes", "2", *options)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["weights"] == pong_pg.load("save.p").digest()
    told = [document[name] for name in ("env", "seed", "greedy", "episodes")]
    assert told == ["PongDeterministic-v4", 3, True, 2]
    returns = [game["total_reward"] for game in document["games"]]
    assert document["mean_return"] == sum(returns) / 2
    assert returns[0] == returns[1], "greedy play of a deterministic game"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "COMMAND"),
        (["trian"], "; did you mean train?; see  pong-pg --help"),
        (["train", "--preset", "fsat"], "; did you mean fast?; see  pong-pg train --help"),
        (["train", "--batch-size", "0"], "--batch-size: must be an integer from 1 to 65536; got '0'"),
        (["train", "--learning-rate", "-3"], "--learning-rate: must be a number above 0 and at most 1; got '-3'"),
        (["train", "--colour", "red"], "train: error: unrecognized arguments: --colour red; see  pong-pg train --help"),
        (["train", "--itertions=3"], "unrecognized arguments: --itertions=3; did you mean --iterations?"),
        (["run"], "the following arguments are required: SCRIPT; see"),
        (["play"], "this needs a terminal"),
        (["train", "--env-arg", "frameskip"], "--env-arg: must be NAME=VALUE; got 'frameskip'"),
        (["train", "--env", "Pong-v9", "--workers", "0"], "unknown environment 'Pong-v9'"),
        (["train", "--env", "CartPole-v1", "--workers", "0"], "CartPole-v1 can't be played"),
        (["train", "--run-dir", "file/below", "--workers", "0"], "run directory file/below can't be used"),
        (
            ["train", "--run-dir", "link", "--workers", "0"],
            "link can't be used (File exists): make it writable, or name another",
        ),
        (["train", "--run-dir", "run"], "run directory run is not empty: resume that run with  --resume run"),
        (["train", "--resume", "nowhere"], "nowhere does not exist"),
        (["train", "--resume", "empty"], "empty has no checkpoints"),
        (["train", "--resume", "run/checkpoints/best.npz"], "is a file: name the directory of a run"),
        (["train", "--resume", "run", "--hidden", "9"], "--hidden contradicts the run in run, which has 4; got 9"),
        (["train", "--resume", "run", "--env-arg", "frameskip=3"], "--env-arg contradicts the run in run"),
        (["train", "--resume", "run", "--run-dir", "b"], "--run-dir contradicts --resume"),
        (["train", "--resume", "run"], "--iterations is needed"),
        (["train", "--workers", "0", "--env-arg", "mode=7"], "the direct backend has no argument mode"),
        (["train", "--redis-address", "nonsense"], "--address must be HOST:PORT, auto or local; got 'nonsense'"),
        (["train", "--workers", "0", "--redis-address", "a:1"], "--address contradicts workers 0"),
        (["train", "--resume", "run", "--iterations", "1", "--address", "a:1"], "--address contradicts workers 0"),
        (
            ["train", "--preset", "reference", "--clip-range", "0.1"],
            "--clip-range belongs to algorithm ppo, not to reinforce; got 0.1",
        ),
        (["train", "--preset", "fast", "--clip-range", "0"], "--clip-range: must be a number above 0; got '0'"),
        (["train", "--preset", "fast", "--num-minibatches", "9000"], "--num-minibatches must be at most 4096, the"),
        (["train", "--preset", "fast", "--algorithm", "reinforce"], "--algorithm is ppo in preset fast"),
        (["train", "--until-return", "21.5"], "the highest return of a game of Pong; got '21.5'"),
        (["eval", "nowhere.npz"], "nowhere.npz does not exist"),
        (["eval", "file"], "file is neither a checkpoint nor a save.p"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_mistake_is_one_line_and_exit_status_2(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str], a_run: Path
) -> None:
    Path("file").write_text("mine")
    Path("empty").mkdir()
    Path("link").symlink_to("nowhere")
    shutil.copytree(a_run, "run")
    before = Path("run/config.json").read_bytes()
    capsys.readouterr()
    try:
        status = main(arguments)
    except SystemExit as stop:
        status = int(stop.code or 0)
    captured = capsys.readouterr()
    errors = [line for line in captured.err.splitlines() if not line.startswith("pong-pg: note")]
    assert status == 2
    assert len(errors) == 1, captured.err
    assert complaint in errors[0]
    assert Path("file").read_text() == "mine"
    assert Path("run/config.json").read_bytes() == before


def test_warnings_are_lines_of_the_command_and_root_stays_as_it_was(
    a_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = logging.getLevelName(logging.WARNING), list(logging.root.handlers)
    shutil.copytree(a_run, "run")
    Path("run/metrics.jsonl").write_text("")
    assert main(["train", "--resume", "run", "--iterations", "1"]) == 0
    assert "pong-pg: warning: run/metrics.jsonl has lost rows" in capsys.readouterr().err
    assert (logging.getLevelName(logging.WARNING), list(logging.root.handlers)) == before
    assert logging.getLogger("pong_pg").handlers == []


def test_an_address_of_the_environment_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "foo")
    assert main(["train", "--workers", "1"]) == 2
    assert "error: RAY_ADDRESS must be HOST:PORT, auto or local; got 'foo'" in capsys.readouterr().err
    assert main(["train", "--workers", "1", "--address", "bar"]) == 2
    assert "error: --address must be HOST:PORT, auto or local; got 'bar'" in capsys.readouterr().err


@pytest.mark.parametrize("backend", BACKENDS)
def test_training_gives_the_same_weights_with_every_backend(backend: str) -> None:
    """With a deterministic id, whose games are the same with all of them."""
    done = run("train", *QUICK, "--iterations", "1", "--env", "PongDeterministic-v4", "--backend", backend)
    assert (done.returncode, done.stderr) == (0, "")
    direct = pong_pg.ReinforceConfig(workers=0, batch_size=1, hidden=4, iterations=1, env="PongDeterministic-v4")
    assert digest_in(done.stdout) == pong_pg.train(direct).policy.digest()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_writes_a_checkpoint_and_ends_with_its_status(number: signal.Signals, status: int) -> None:
    with train_program(Path(), *QUICK, "--run-dir", "run") as program:
        program.until(2)
        program.send(number)
        assert program.end() == status
        output, errors = program.out, program.err
    assert f"{number.name}: writing a checkpoint and stopping" in errors
    match = re.search(rf"Stopped by {number.name} at update (\d+)", output)
    assert match is not None
    update = int(match[1])
    assert digest_in(output) == pong_pg.load(f"run/checkpoints/update-{update:06d}.npz").digest()
    at_once = pong_pg.train(pong_pg.ReinforceConfig(workers=0, batch_size=1, hidden=4, iterations=update + 1))
    assert main(["train", "--resume", "run", "--iterations", "1"]) == 0
    assert pong_pg.load("run").digest() == at_once.policy.digest()


def test_a_preset_may_be_changed_and_ends_as_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [*PPO_QUICK, "--iterations", "1", "--n-eval-episodes", "2", "--run-dir", "run"]
    assert main(["train", "--preset", "fast", *arguments]) == 0
    output = capsys.readouterr().out
    assert "PPO, 2 environments, 20 steps in each per update" in output
    assert re.search(r"Evaluation after update 1: mean return -2[01]\.\d\d.* in 2 greedy games, from", output)
    assert "See it play:  pong-pg watch run" in output


def test_runs_that_is_no_directory_ends_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("runs").symlink_to("nowhere")
    assert main(["train", *QUICK, "--iterations", "1"]) == 2
    expected = "pong-pg: error: no new run can be written to runs (File exists): name a --run-dir\n"
    assert capsys.readouterr().err == expected
    assert [path.name for path in Path().iterdir()] == ["runs"]


@pytest.mark.parametrize("there", [True, False])
def test_runs_is_left_as_it_was_where_no_run_was_begun(there: bool) -> None:
    if there:
        Path("runs").mkdir()
    assert main(["train", *QUICK, "--env", "NoSuchGame-v0"]) == 2
    assert Path("runs").exists() == there


def test_a_run_of_an_own_environment_names_it_where_it_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    config = pong_pg.ReinforceConfig(workers=0, batch_size=1, hidden=4, iterations=1, run_dir="own")
    pong_pg.train(config, env_factory=FallingBall)
    assert main(["train", "--resume", "own", "--iterations", "1"]) == 2
    assert main(["eval", "own", "--episodes", "1"]) == 2
    resuming, evaluating = capsys.readouterr().err.splitlines()
    for line in (resuming, evaluating):
        assert "env_factory=falling:FallingBall" in line
    assert resuming.endswith("resume it in Python with  pong_pg.resume('own', env_factory=...)")
    assert "pong_pg.evaluate(pong_pg.load('own'), " in evaluating
    assert len(Path("own/metrics.jsonl").read_text().splitlines()) == 1
    assert main(["eval", "own", "--episodes", "1", "--env", "ALE/Pong-v5"]) == 0, "another one on request"
    assert main(["compare", "own"]) == 0


def test_printed_commands_can_be_pasted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", *QUICK, "--iterations", "1", "--run-dir", "my runs/a"]) == 0
    assert "--resume 'my runs/a'" in capsys.readouterr().out


@pytest.mark.ray
def test_a_run_that_loses_rays_processes_ends_and_can_be_resumed() -> None:
    arguments = ["--batch-size", "4", "--hidden", "4", "--iterations", "40"]
    with train_program(Path(), "--workers", "1", *arguments, "--run-dir", "run") as program:
        program.until(2)
        (raylet,) = (child for child in psutil.Process(program.process.pid).children() if "raylet" in child.name())
        raylet.kill()
        assert program.end() == 1, program.err
        output = program.out
    # Ray ends the process of the driver, and says so, unless a call of the run notices the loss before.
    assert "Finished" not in output
    assert main(["train", "--resume", "run", "--workers", "0", "--iterations", "1"]) == 0
    update = read_checkpoint(Path("run")).progress.update
    control = pong_pg.train(pong_pg.ReinforceConfig(workers=0, batch_size=4, hidden=4, iterations=update))
    assert pong_pg.load("run").digest() == control.policy.digest()


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "--resume", "", "--iterations", "1", "--workers", "0"],
        ["eval", ""],
        ["record", "best", "-o", ""],
        ["run", ""],
    ],
    ids=" ".join,
)
def test_an_empty_path_is_not_the_current_directory(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pong_pg.train(pong_pg.ReinforceConfig(workers=0, batch_size=1, hidden=4, iterations=1, run_dir=str(tmp_path)))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "must be a non-empty string" in line
    with pytest.raises(ArgumentError, match=r"path must be a non-empty string or a pathlib\.Path; got ''"):
        pong_pg.load("")
    with pytest.raises(ArgumentError, match=r"run_dir must be a non-empty string or a pathlib\.Path; got ''"):
        pong_pg.resume("", iterations=1)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
