"""Make a report: read the run, play its policy, and write the page."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import tempfile
from pathlib import Path
from typing import IO

from pong_pg.compat._versions import require
from pong_pg.errors import CheckpointError, PongPGError
from pong_pg.evaluation.evaluate import Evaluation, evaluate
from pong_pg.evaluation.progress import game_lines, shown_progress
from pong_pg.game.counts import counted
from pong_pg.game.env import training_env
from pong_pg.game.player import Player
from pong_pg.training.checkpoint import latest, load, read_checkpoint
from pong_pg.training.directory import read_config
from pong_pg.viewing.curves import Run, read_runs
from pong_pg.viewing.game_steps import Games
from pong_pg.viewing.recording import Recorded, record
from pong_pg.viewing.report.facts import RunReport
from pong_pg.viewing.report.page import Report, page
from pong_pg.viewing.weights import HiddenUnits, hidden_units

_SCALE = 2


def make_report(path: Path, *, episodes: int, seed: int, recording: bool, messages: IO[str]) -> str:
    """Return the page; a run with an environment of its own is not played.

    Args:
        path: the directory of the run.
        episodes: number of greedy evaluation games; 0 for no evaluation.
        seed: of the evaluation and the recorded game.
        recording: whether a rally is recorded.
        messages: where it is said what takes the next seconds.

    Raises:
        MissingPackageError: a package that the page is made with is not installed.
        PongPGError: the run can't be read or played.
    """
    require("jinja2", "report")
    require("matplotlib", "drawing a figure")
    if recording:
        require("imageio_ffmpeg", "recording MP4")
    (run,) = read_runs([path])
    report, policy = _read(run)
    rally = None
    if policy is not None and report.env_factory is None:
        games = Games(policy, run.config, seed, name=run.name)
        if episodes:
            report = dataclasses.replace(report, evaluation=_evaluation(games, episodes, messages))
        if recording:
            rally = _recorded(games, messages)
    made = f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC"
    return page(Report(report, episodes, seed, made, rally))


def _read(run: Run) -> tuple[RunReport, Player | None]:
    """Return what a run has left, and its newest policy."""
    _, env_factory = read_config(run.path)
    try:
        newest = latest(run.path)
    except CheckpointError:
        nothing = "The run has written no checkpoint yet, so there are no weights."
        return RunReport(run, env_factory, units=nothing), None
    policy = load(newest)
    units: HiddenUnits | str
    try:
        units = hidden_units(policy)
    except PongPGError as error:
        # Of an algorithm that was registered.
        units = str(error)
    return RunReport(run, env_factory, newest, read_checkpoint(newest).progress, units=units), policy


def _evaluation(games: Games, episodes: int, messages: IO[str]) -> Evaluation:
    print(f"Evaluating {games.name}: {counted(episodes, 'greedy game')}", file=messages, flush=True)
    with game_lines(messages, episodes) as show, contextlib.closing(training_env(games.config)) as env:
        return evaluate(games.policy, env, episodes, seed=games.seed, greedy=True, on_game=show)


def _recorded(games: Games, messages: IO[str]) -> tuple[Recorded, bytes]:
    print(f"Recording {games.name}", file=messages, flush=True)
    with tempfile.TemporaryDirectory() as folder, shown_progress(messages) as show:
        path = Path(folder, "rally.mp4")
        return record(games, path, rally=True, scale=_SCALE, on_progress=show), path.read_bytes()
