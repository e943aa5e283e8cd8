"""Make a report: read the runs, play their policies, and write the page."""

from __future__ import annotations

import datetime
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pong_pg.compat._versions import installed_version, require
from pong_pg.compat.emulator import load_pong
from pong_pg.config import TrainConfig
from pong_pg.errors import EnvError, MissingPackageError, PongPGError
from pong_pg.evaluation.evaluate import Evaluation, evaluate
from pong_pg.evaluation.progress import game_lines, shown_progress
from pong_pg.game.counts import counted
from pong_pg.game.player import Player
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training.checkpoint import load, load_with_config
from pong_pg.training.display import connecting_line
from pong_pg.untrusted.writing import atomic_file
from pong_pg.viewing.curves import names_of
from pong_pg.viewing.machine import machine_lines, this_machine
from pong_pg.viewing.recording import check_kind, record
from pong_pg.viewing.report.page import LARGEST, Report, RunReport, Video, page
from pong_pg.viewing.report.run_record import RunRecord, read_run
from pong_pg.viewing.weights import HiddenUnits, hidden_units

# Of the recorded game, in bytes; base64 makes it a third larger.
_LARGEST_VIDEO = 2_000_000
# Agent steps of a game that is recorded as a whole: two and a half minutes. Of a longer one, it is the best rally.
_WHOLE_GAME = 2250
_SCALE = 2


@dataclass(frozen=True)
class Wishes:
    """What is to be in a report.

    Attributes:
        episodes: number of greedy evaluation games of each run; 0 for no evaluation.
        seed: of the evaluation and the recorded game.
        workers: number of Ray actors that play the evaluation; 0 to play in this process.
        recording: whether a game is recorded.
        command: the command line that makes the report.
    """

    episodes: int
    seed: int
    workers: int
    recording: bool
    command: str


@dataclass(frozen=True)
class _Policy:
    """A run's policy, and the configuration to play with, which is None if no game is to be played."""

    player: Player
    config: TrainConfig | None


def make_report(paths: Sequence[Path], wishes: Wishes, messages: IO[str]) -> str:
    """Return the page; say on `messages` what takes the next seconds.

    With several runs, a game is recorded of the one with the highest mean return in the evaluation, or without
    evaluation in training.

    Raises:
        MissingPackageError: a package that the page is made with is not installed.
        PongPGError: a run can't be read or played, or the page would be larger than 5 MB.
    """
    for module, purpose in (
        ("jinja2", "report"),
        ("matplotlib", "drawing a figure"),
        ("PIL.Image", "pictures of weights"),
    ):
        require(module, purpose)
    kind = "mp4" if installed_version("imageio-ffmpeg") is not None else "webp"
    if wishes.recording:
        check_kind(kind, 30, _SCALE)
    records = [read_run(path, name) for path, name in zip(paths, names_of(paths), strict=True)]
    plays = bool(wishes.episodes or wishes.recording)
    policies = [_load(record, plays=plays) for record in records]
    runs = []
    for one, policy in zip(records, policies, strict=True):
        evaluation = _evaluation(one, policy, wishes, messages)
        print(f"Drawing the hidden units of {one.name}", file=messages, flush=True)
        runs.append(RunReport(one, evaluation, _units(policy)))
    video = _video(runs, policies, kind, wishes, messages) if wishes.recording else None
    try:
        binding = load_pong().binding
    except MissingPackageError:
        binding = "no emulator"
    now = datetime.datetime.now(datetime.timezone.utc)
    machine = machine_lines(this_machine(binding))
    report = Report(runs, video, wishes.episodes, wishes.seed, machine, f"{now:%Y-%m-%d %H:%M} UTC", wishes.command)
    text = page(report)
    if len(text.encode()) > LARGEST:
        raise PongPGError(
            f"the report would have {len(text.encode()) / 1e6:.1f} MB, more than {LARGEST / 1e6:g}: name fewer runs"
        )
    return text


def _load(run: RunRecord, *, plays: bool) -> _Policy | None:
    if run.checkpoint is None:
        return None
    if not plays:
        return _Policy(load(run.checkpoint), None)
    try:
        player, config = load_with_config(run.checkpoint)
    except EnvError as error:
        raise EnvError(f"{error}; or make the report without games: --no-evaluation --no-recording") from None
    return _Policy(player, config or ReinforceConfig())


def _evaluation(run: RunRecord, policy: _Policy | None, wishes: Wishes, messages: IO[str]) -> Evaluation | None:
    if policy is None or policy.config is None or not wishes.episodes:
        return None
    games = counted(wishes.episodes, "greedy game")
    print(f"Evaluating {run.name}: {games}, seed {wishes.seed}", file=messages, flush=True)
    starting = connecting_line("local") if wishes.workers else ""
    with game_lines(messages, wishes.episodes, first=starting) as show:
        return evaluate(
            policy.player,
            policy.config,
            wishes.episodes,
            seed=wishes.seed,
            greedy=True,
            on_game=show,
            workers=wishes.workers,
        )


def _units(policy: _Policy | None) -> HiddenUnits | str:
    """Return the hidden units of a policy, or a sentence about why they can't be shown."""
    if policy is None:
        return "The run has written no checkpoint yet, so there are no weights."
    try:
        return hidden_units(policy.player)
    except PongPGError as error:
        # Of an algorithm that was registered.
        return str(error)


def _video(
    runs: Sequence[RunReport], policies: Sequence[_Policy | None], kind: str, wishes: Wishes, messages: IO[str]
) -> Video | None:
    """Record the first game of the best run's evaluation if it is short; otherwise, or without one, its best rally."""

    def strength(number: int) -> float:
        evaluation, rows = runs[number].evaluation, runs[number].record.rows
        mean = evaluation.mean if evaluation is not None else rows[-1].running_mean if rows else None
        return -1e9 if mean is None else mean

    there = {number: policy for number, policy in enumerate(policies) if policy is not None}
    if not there:
        return None
    best = max(there, key=strength)
    policy, evaluation = there[best], runs[best].evaluation
    print(f"Recording {runs[best].record.name}", file=messages, flush=True)
    is_short = evaluation is not None and evaluation.games[0].steps <= _WHOLE_GAME
    with shown_progress(messages) as show:
        for rally in (False, True) if is_short else (True,):
            file = io.BytesIO()
            recorded = record(
                policy.player,
                policy.config or ReinforceConfig(),
                file,
                kind=kind,
                rally=rally,
                seed=wishes.seed,
                scale=_SCALE,
                on_progress=show,
            )
            if len(file.getvalue()) <= _LARGEST_VIDEO:
                return Video(best, kind, file.getvalue(), recorded)
    raise PongPGError(
        f"a rally takes {len(file.getvalue()) / 1e6:.1f} MB as {kind.upper()}, which is too large for the report: "
        "leave it out with --no-recording"
    )


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
