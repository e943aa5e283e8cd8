"""Make a report: read the runs, play their policies, and write the page."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pong_pg.compat._versions import require
from pong_pg.compat.emulator import load_pong
from pong_pg.errors import MissingPackageError, PongPGError
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.evaluation.progress import game_lines, shown_progress
from pong_pg.files import atomic_file
from pong_pg.game.counts import counted
from pong_pg.training.display import connecting_line
from pong_pg.viewing.machine import this_machine
from pong_pg.viewing.report.page import LARGEST, Report, RunReport, page
from pong_pg.viewing.report.pictures import unit_pictures
from pong_pg.viewing.report.play import Policy, Video, evaluation_of, load_policy, units_of, video_kind, video_of
from pong_pg.viewing.report.run_record import RunRecord, names_of, read_run

# Of the page, for the recorded game, in bytes of the file; base64 makes it a third larger.
_VIDEO = 2_000_000
# Pictures of hidden units: of a run, and of all runs.
_UNITS, _ALL_UNITS = 24, 72


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


def make_report(paths: Sequence[Path], wishes: Wishes, messages: IO[str]) -> str:
    """Return the page; say on `messages` what takes the next seconds.

    With several runs, a game is recorded of the one with the highest mean return in the evaluation, or without
    evaluation in training.

    Raises:
        MissingPackageError: a package that the page is made with is not installed.
        PongPGError: a run can't be read or played, or the page would be larger than 5 MB.
    """
    for module, purpose in (("jinja2", "report"), ("PIL.Image", "pictures of weights")):
        require(module, purpose)
    if wishes.recording:
        video_kind()
    records = [read_run(path, name) for path, name in zip(paths, names_of(paths), strict=True)]
    policies = [load_policy(record, plays=bool(wishes.episodes or wishes.recording)) for record in records]
    runs = []
    for record, policy in zip(records, policies, strict=True):
        evaluation = _evaluation(record, policy, wishes, messages) if wishes.episodes else None
        print(f"Drawing the hidden units of {record.name}", file=messages, flush=True)
        runs.append(_run_report(record, policy, evaluation, wishes, max(1, min(_UNITS, _ALL_UNITS // len(records)))))
    video = _video(runs, policies, wishes, messages) if wishes.recording else None
    now = datetime.datetime.now(datetime.timezone.utc)
    report = Report(
        runs, video, wishes.episodes, wishes.seed, _this_machine(), f"{now:%Y-%m-%d %H:%M} UTC", wishes.command
    )
    text = page(report)
    if len(text.encode()) > LARGEST:
        raise PongPGError(
            f"the report would have {len(text.encode()) / 1e6:.1f} MB, more than {LARGEST / 1e6:g}: name fewer runs"
        )
    return text


def _evaluation(record: RunRecord, policy: Policy | None, wishes: Wishes, messages: IO[str]) -> Evaluation | None:
    if policy is None:
        return None
    games = counted(wishes.episodes, "greedy game")
    print(f"Evaluating {record.name}: {games}, seed {wishes.seed}", file=messages, flush=True)
    if wishes.workers:
        print(connecting_line("local"), file=messages, flush=True)
    with game_lines(messages, wishes.episodes) as show:
        return evaluation_of(policy, wishes.episodes, seed=wishes.seed, workers=wishes.workers, on_game=show)


def _run_report(
    record: RunRecord, policy: Policy | None, evaluation: Evaluation | None, wishes: Wishes, most: int
) -> RunReport:
    if policy is None:
        return RunReport(record, evaluation, "The run has written no checkpoint yet, so there are no weights.", False)
    units = units_of(policy, seed=wishes.seed)
    if isinstance(units, str):
        return RunReport(record, evaluation, units, False)
    return RunReport(record, evaluation, unit_pictures(units, most), units.measured)


def _video(
    runs: Sequence[RunReport], policies: Sequence[Policy | None], wishes: Wishes, messages: IO[str]
) -> Video | None:
    def strength(number: int) -> float:
        evaluation, rows = runs[number].evaluation, runs[number].record.rows
        mean = evaluation.mean if evaluation is not None else rows[-1].running_mean if rows else None
        return -1e9 if mean is None else mean

    there = {number: policy for number, policy in enumerate(policies) if policy is not None}
    if not there:
        return None
    best = max(there, key=strength)
    print(f"Recording {runs[best].record.name}", file=messages, flush=True)
    with shown_progress(messages) as show:
        evaluation = runs[best].evaluation
        return video_of(there[best], best, evaluation, seed=wishes.seed, most=_VIDEO, on_progress=show)


def _this_machine() -> list[tuple[str, str]]:
    try:
        binding = load_pong().binding
    except MissingPackageError:
        binding = "none"
    machine = this_machine(binding)
    return [
        ("processor", machine.cpu),
        ("CPUs available", str(machine.cores)),
        ("operating system", machine.system),
        ("Python", machine.python),
        ("packages", ", ".join(f"{name} {version}" for name, version in machine.packages.items())),
        ("emulator", machine.emulator),
    ]


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
