"""Make a report: read the runs, play their policies, and write the page."""

from __future__ import annotations

import dataclasses
import datetime
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from pong_pg.compat._versions import require
from pong_pg.config import TrainConfig
from pong_pg.errors import CheckpointError, EnvError, PongPGError
from pong_pg.evaluation.evaluate import evaluate
from pong_pg.evaluation.progress import game_lines, shown_progress
from pong_pg.game.counts import counted
from pong_pg.game.player import Player
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training.checkpoint import latest, load, load_with_config, read_checkpoint
from pong_pg.training.directory import read_config
from pong_pg.training.display import connecting_line
from pong_pg.viewing.curves import Run, read_runs
from pong_pg.viewing.game_steps import Games
from pong_pg.viewing.machine import machine_lines, this_machine
from pong_pg.viewing.recording import Recorded, record
from pong_pg.viewing.report.facts import RunReport
from pong_pg.viewing.report.page import Report, page
from pong_pg.viewing.weights import HiddenUnits, hidden_units

# Bytes of a report at most.
_LARGEST = 5_000_000
_SCALE = 2


def make_report(
    paths: Sequence[Path], *, episodes: int, seed: int, workers: int, recording: bool, messages: IO[str]
) -> str:
    """Return the page.

    With several runs, a rally is recorded of the one with the highest mean return in the evaluation, or without
    evaluation in training.

    Args:
        paths: the directories of the runs.
        episodes: number of greedy evaluation games of each run; 0 for no evaluation.
        seed: of the evaluation and the recorded game.
        workers: number of Ray actors that play the evaluation; 0 to play in this process.
        recording: whether a rally is recorded.
        messages: where it is said what takes the next seconds.

    Raises:
        MissingPackageError: a package that the page is made with is not installed.
        PongPGError: a run can't be read or played, or the page would be larger than 5 MB.
    """
    for module, purpose in (("jinja2", "report"), ("matplotlib", "drawing a figure")):
        require(module, purpose)
    if recording:
        require("imageio_ffmpeg", "recording MP4")
    runs: list[RunReport] = []
    # Of each run that has a policy: how well it plays, its name, and what to play with.
    players: list[tuple[float, str, Player, TrainConfig]] = []
    for run in read_runs(paths):
        report, policy, config = _read(run, plays=bool(episodes or recording))
        if policy is not None:
            report = dataclasses.replace(report, units=_units(policy))
            strength = run.curve[-1].mean_return if run.curve else float("-inf")
            if episodes:
                games = counted(episodes, "greedy game")
                print(f"Evaluating {run.name}: {games}, seed {seed}", file=messages, flush=True)
                with game_lines(messages, episodes, first=connecting_line("local") if workers else "") as show:
                    evaluation = evaluate(
                        policy, config, episodes, seed=seed, greedy=True, on_game=show, workers=workers
                    )
                report, strength = dataclasses.replace(report, evaluation=evaluation), evaluation.mean
            players.append((strength, run.name, policy, config))
        runs.append(report)
    rally = None
    if recording and players:
        _, name, policy, config = max(players, key=lambda player: player[0])
        print(f"Recording {name}", file=messages, flush=True)
        rally = *_recorded(Games(policy, config, seed), messages), name
    made = f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC"
    text = page(Report(runs, episodes, seed, machine_lines(this_machine()), made, rally))
    if len(text.encode()) > _LARGEST:
        raise PongPGError(
            f"the report would have {len(text.encode()) / 1e6:.1f} MB, more than {_LARGEST / 1e6:g}: name fewer runs, "
            "or leave the recording out with --no-recording"
        )
    return text


def _read(run: Run, *, plays: bool) -> tuple[RunReport, Player | None, TrainConfig]:
    """Return what a run has left, its newest policy, and what to play with."""
    _, env_factory = read_config(run.path)
    try:
        newest = latest(run.path)
    except CheckpointError:
        nothing = "The run has written no checkpoint yet, so there are no weights."
        return RunReport(run, env_factory, units=nothing), None, run.config
    report = RunReport(run, env_factory, newest, read_checkpoint(newest).progress)
    if not plays:
        return report, load(newest), run.config
    try:
        policy, config = load_with_config(newest)
    except EnvError as error:
        raise EnvError(f"{error}; or make the report without games: --no-evaluation --no-recording") from None
    return report, policy, config or ReinforceConfig()


def _units(policy: Player) -> HiddenUnits | str:
    """Return the hidden units of a policy, or a sentence about why they can't be shown."""
    try:
        return hidden_units(policy)
    except PongPGError as error:
        # Of an algorithm that was registered.
        return str(error)


def _recorded(games: Games, messages: IO[str]) -> tuple[Recorded, bytes]:
    with tempfile.TemporaryDirectory() as folder, shown_progress(messages) as show:
        path = Path(folder, "rally.mp4")
        return record(games, path, rally=True, scale=_SCALE, on_progress=show), path.read_bytes()
