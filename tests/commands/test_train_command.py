"""`pong-pg train`: its help, its presets, and the game at its end."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from falling import FallingBall
from test_watch_command import screen

import pong_pg
from pong_pg.cli import main
from pong_pg.errors import EnvError
from pong_pg.training.directory import read_config
from pong_pg.viewing import terminal

QUICK = ["--batch-size", "1", "--hidden", "4", "--iterations", "1"]


@pytest.fixture(autouse=True)
def _in_a_directory_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def help_text(option: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main(["train", option])
    return capsys.readouterr().out


def test_help_is_one_screen_and_help_all_has_every_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = help_text("--help", capsys, monkeypatch)
    assert text.count("\n") <= 40
    assert "--learning-rate" in text
    assert "--gae-lambda" not in text
    whole = help_text("--help-all", capsys, monkeypatch)
    options = set(re.findall(r"^  (--[a-z-]+)", whole, re.MULTILINE))
    assert {"--gae-lambda", "--redis-address", "--backend"} <= options
    assert set(re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE)) < options


@pytest.mark.parametrize(("options", "algorithm"), [([], "ppo"), (["--preset", "reference"], "reinforce")])
def test_the_run_without_options_is_ppo_and_has_an_end(
    options: list[str], algorithm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *options, "--seconds", "0.01", "--n-eval-episodes", "0", "--run-dir", "run"]) == 0
    assert read_config(Path("run"))[0].algorithm == algorithm
    line = capsys.readouterr().out.splitlines()[0]
    assert ("to 3000000 agent steps or for 0.01 seconds" in line) == (algorithm == "ppo")


def test_the_commands_at_the_end_name_the_environment(capsys: pytest.CaptureFixture[str]) -> None:
    environment = ["--env", "PongDeterministic-v4", "--backend", "direct", "--env-arg", "frameskip=3"]
    assert main(["train", *QUICK, *environment, "--run-dir", "a run"]) == 0
    *_, resume, watch = capsys.readouterr().out.splitlines()
    options = " --env PongDeterministic-v4 --backend direct --env-arg frameskip=3"
    assert resume == f"Resume:  pong-pg train --resume 'a run'{options} --iterations N"
    assert watch == f"See it play:  pong-pg watch 'a run'{options}"
    # Off a terminal, that is the end.
    assert main(["train", *QUICK, "--run-dir", "b"]) == 0
    assert capsys.readouterr().out.endswith("pong-pg watch b\n")


def test_a_run_that_learns_no_more_is_not_offered_to_be_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--num-envs", "2", "--n-steps", "8", "--hidden", "4", "--iterations", "2", "--n-eval-episodes", "0"]
    for anneal_steps, is_offered in (("16", False), ("1000", True)):
        assert main(["train", *small, "--anneal-steps", anneal_steps, "--run-dir", anneal_steps]) == 0
        assert ("Resume: " in capsys.readouterr().out) == is_offered


@pytest.mark.parametrize("how", ["q", "Ctrl-C", "--no-watch"])
def test_on_a_terminal_the_policy_plays_at_the_end(how: str) -> None:
    options = ["--no-watch"] if how == "--no-watch" else []
    with screen("-m", "pong_pg", "train", *QUICK, "--run-dir", "run", *options) as it:
        it.until(b"See it play:")
        if not options:
            it.until(b"game 1")
            if how == "q":
                it.press(b"q")
                it.until(b"opponent : policy  0 : 0 (not to its end)")
            else:
                it.process.send_signal(signal.SIGINT)
            it.assert_restored()
        assert it.process.wait(30) == 0
        it.read(0.1)
    assert b"Traceback" not in it.output
    assert (b"\x1b[?1049h" in it.output) != bool(options)


@pytest.mark.parametrize("is_behind", [True, False])
def test_a_game_that_can_not_be_shown_is_no_error(
    is_behind: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the background there is no terminal to take; and not every environment has pictures."""
    monkeypatch.setattr(sys, "stdin", Mock())
    monkeypatch.setattr(os, "tcgetpgrp", lambda _terminal: os.getpgrp() + is_behind)
    monkeypatch.setattr(terminal, "check_terminal", lambda: None)
    monkeypatch.setattr(terminal, "Terminal", Mock(side_effect=EnvError("there are no pictures")))
    assert main(["train", *QUICK, "--run-dir", "run"]) == 0
    assert ("No game is shown: there are no pictures" in capsys.readouterr().out) != is_behind


def test_after_a_signal_no_game_is_shown() -> None:
    with screen("-m", "pong_pg", "train", "--run-dir", "run") as it:
        it.until(b"updates")
        it.process.send_signal(signal.SIGINT)
        assert it.ended() == 130
    assert b"\x1b[?1049h" not in it.output


def test_train_without_arguments_trains_fast_in_a_new_directory(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = iter([False] * 5)
    result = pong_pg.train(env_factory=FallingBall, should_stop=lambda: next(asked, True))
    assert result.stopped
    assert result.config == pong_pg.preset("fast", run_dir=str(result.run_dir))
    assert result.run_dir is not None
    assert result.run_dir.parent == Path("runs")
    assert f"writing to {result.run_dir}" in capsys.readouterr().out
    assert pong_pg.load(result.run_dir).digest() == result.policy.digest()
