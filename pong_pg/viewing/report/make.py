"""Make a report: read the runs, play their policies, and write the page."""

from __future__ import annotations

import dataclasses
import datetime
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from pong_pg.compat._versions import require
from pong_pg.compat.emulator import load_pong
from pong_pg.config import TrainConfig
from pong_pg.errors import CheckpointError, EnvError, MissingPackageError, PongPGError
from pong_pg.evaluation.evaluate import Evaluation, evaluate
from pong_pg.evaluation.progress import game_lines, shown_progress
from pong_pg.files import atomic_file
from pong_pg.game.counts import counted
from pong_pg.game.player import Player
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training.checkpoint import latest, load, load_with_config, read_checkpoint
from pong_pg.training.directory import read_config
from pong_pg.training.display import connecting_line
from pong_pg.viewing.curves import Run, read_runs
from pong_pg.viewing.machine import machine_lines, this_machine
from pong_pg.viewing.recording import Recorded, record
from pong_pg.viewing.report.facts import RunReport
from pong_pg.viewing.report.page import Report, page
from pong_pg.viewing.weights import HiddenUnits, hidden_units

# Bytes of a report at most.
_LARGEST = 5_000_000
_SCALE = 2


@dataclasses.dataclass(frozen=True)
class Wishes:
    """What is to be in a report.

    Attributes:
        episodes: number of greedy evaluation games of each run; 0 for no evaluation.
        seed: of the evaluation and the recorded game.
        workers: number of Ray actors that play the evaluation; 0 to play in this process.
        recording: whether a rally is recorded.
        command: the command line that makes the report.
    """

    episodes: int
    seed: int
    workers: int
    recording: bool
    command: str


def make_report(paths: Sequence[Path], wishes: Wishes, messages: IO[str]) -> str:
    """Return the page; say on `messages` what takes the next seconds.

    With several runs, a rally is recorded of the one with the highest mean return in the evaluation, or without
    evaluation in training.

    Raises:
        MissingPackageError: a package that the page is made with is not installed.
        PongPGError: a run can't be read or played, or the page would be larger than 5 MB.
    """
    for module, purpose in (("jinja2", "report"), ("matplotlib", "drawing a figure")):
        require(module, purpose)
    if wishes.recording:
        require("imageio_ffmpeg", "recording MP4")
    runs: list[RunReport] = []
    # Of each run that has a policy: how well it plays, its name, and what to play with.
    players: list[tuple[float, str, Player, TrainConfig]] = []
    for run in read_runs(paths):
        report, policy, config = _read(run, plays=bool(wishes.episodes or wishes.recording))
        if policy is not None:
            evaluation = _evaluation(run, policy, config, wishes, messages) if wishes.episodes else None
            report = dataclasses.replace(report, evaluation=evaluation, units=_units(policy))
            training = run.curve[-1].mean_return if run.curve else float("-inf")
            players.append((training if evaluation is None else evaluation.mean, run.name, policy, config))
        runs.append(report)
    rally = None
    if wishes.recording and players:
        _, name, policy, config = max(players, key=lambda player: player[0])
        print(f"Recording {name}", file=messages, flush=True)
        rally = *_recorded(policy, config, wishes.seed, messages), name
    now = datetime.datetime.now(datetime.timezone.utc)
    machine = machine_lines(this_machine(_emulator()))
    made = f"{now:%Y-%m-%d %H:%M} UTC"
    text = page(Report(runs, wishes.episodes, wishes.seed, machine, made, wishes.command, rally))
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


def _evaluation(run: Run, policy: Player, config: TrainConfig, wishes: Wishes, messages: IO[str]) -> Evaluation:
    games = counted(wishes.episodes, "greedy game")
    print(f"Evaluating {run.name}: {games}, seed {wishes.seed}", file=messages, flush=True)
    starting = connecting_line("local") if wishes.workers else ""
    with game_lines(messages, wishes.episodes, first=starting) as show:
        return evaluate(
            policy, config, wishes.episodes, seed=wishes.seed, greedy=True, on_game=show, workers=wishes.workers
        )


def _units(policy: Player) -> HiddenUnits | str:
    """Return the hidden units of a policy, or a sentence about why they can't be shown."""
    try:
        return hidden_units(policy)
    except PongPGError as error:
        # Of an algorithm that was registered.
        return str(error)


def _recorded(policy: Player, config: TrainConfig, seed: int, messages: IO[str]) -> tuple[Recorded, bytes]:
    with tempfile.TemporaryDirectory() as folder, shown_progress(messages) as show:
        path = Path(folder, "rally.mp4")
        recorded = record(policy, config, path, rally=True, seed=seed, scale=_SCALE, on_progress=show)
        return recorded, path.read_bytes()


def _emulator() -> str:
    try:
        return load_pong().binding
    except MissingPackageError:
        return "no emulator"


def write_page(text: str, path: Path) -> int:
    """Write the page atomically; return its size in bytes.

    Raises:
        PongPGError: it can't be written; what was there stays as it was.
    """
    content = text.encode()
    try:
        with atomic_file(path) as file:
            file.write(content)
    except OSError as error:
        raise PongPGError(f"--output {path} could not be written ({error.strerror}): name another file") from error
    return len(content)
