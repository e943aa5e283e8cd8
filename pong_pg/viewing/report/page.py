"""Make a report: read the run, play its policy, and fill the page."""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import datetime
import hashlib
import io
import statistics
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from pong_pg import __version__
from pong_pg.compat._versions import require
from pong_pg.errors import CheckpointError, PongPGError
from pong_pg.evaluation.evaluate import Evaluation, evaluate, mean_text
from pong_pg.evaluation.progress import game_lines, shown_progress
from pong_pg.game.counts import counted
from pong_pg.game.env import training_env
from pong_pg.game.player import Player
from pong_pg.training.checkpoint import latest, load, names_module, read_checkpoint
from pong_pg.training.directory import read_config
from pong_pg.viewing.curve_plots import SIZE, draw_run_curves
from pong_pg.viewing.curves import WINDOW, Run, read_runs
from pong_pg.viewing.figures import COLOURS, figure_in
from pong_pg.viewing.game_steps import Games
from pong_pg.viewing.recording import Recorded, record
from pong_pg.viewing.report import facts
from pong_pg.viewing.report.facts import Report
from pong_pg.viewing.weights import HiddenUnits, draw_units, hidden_units

_TEMPLATES = Path(__file__).with_name("templates")
# Pictures of hidden units.
_UNITS = 24
# Of the recording.
_SCALE = 2
_MINUS = "\N{MINUS SIGN}"


def make_report(path: Path, *, episodes: int, seed: int, recording: bool, messages: IO[str]) -> str:
    """Return the page; a run whose environment is made by code that is not of this package is not played.

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
    if report.env_factory is not None or names_module(run.config):
        print(f"No game is played: {run.name} names code that makes its environment", file=messages)
    elif policy is not None:
        games = Games(policy, run.config, seed, name=run.name)
        if episodes:
            report = dataclasses.replace(report, evaluation=_evaluation(games, episodes, messages))
        if recording:
            report = dataclasses.replace(report, rally=_recorded(games, messages))
    return page(dataclasses.replace(report, seed=seed))


def _read(run: Run) -> tuple[Report, Player | None]:
    """Return what a run has left, and its newest policy."""
    _, env_factory = read_config(run.path)
    try:
        newest = latest(run.path)
    except CheckpointError:
        nothing = "The run has written no checkpoint yet, so there are no weights."
        return Report(run, env_factory, units=nothing), None
    policy = load(newest)
    units: HiddenUnits | str
    try:
        units = hidden_units(policy)
    except PongPGError as error:
        # Of an algorithm that was registered.
        units = str(error)
    return Report(run, env_factory, newest, read_checkpoint(newest).progress, units=units), policy


def _evaluation(games: Games, episodes: int, messages: IO[str]) -> Evaluation:
    print(f"Evaluating {games.name}: {counted(episodes, 'greedy game')}", file=messages, flush=True)
    with game_lines(messages, episodes) as show, contextlib.closing(training_env(games.config)) as env:
        return evaluate(games.policy, env, episodes, seed=games.seed, greedy=True, on_game=show)


def _recorded(games: Games, messages: IO[str]) -> tuple[Recorded, bytes]:
    print(f"Recording {games.name}", file=messages, flush=True)
    with tempfile.TemporaryDirectory() as folder, shown_progress(messages) as show:
        path = Path(folder, "rally.mp4")
        return record(games, path, rally=True, scale=_SCALE, on_progress=show), path.read_bytes()


def page(report: Report) -> str:
    """Return the page as HTML that needs no other file.

    Every text that is not of the templates is escaped, and a Content-Security-Policy allows no script, no style but the
    page's own, and no request.

    Raises:
        MissingPackageError: Jinja2 or matplotlib is not installed.
    """
    jinja2 = require("jinja2", "report")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["minus"] = signed
    return str(environment.get_template("page.html.jinja").render(_context(report)))


def signed(value: float, form: str = "g") -> str:
    """Return a formatted number with a minus sign instead of a hyphen."""
    return format(value, form).replace("-", _MINUS)


def _context(report: Report) -> dict[str, Any]:
    style = (_TEMPLATES / "page.css").read_text()
    style_hash = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    run, evaluation, units = report.run, report.evaluation, report.units
    # The title of some returns, these, and the margin of their mean.
    returns: list[tuple[str, Sequence[float], float | None]] = []
    if report.progress is not None and report.progress.recent:
        recent = report.progress.recent
        returns.append((f"Last {counted(len(recent), 'training game')}, actions sampled", recent, None))
    if evaluation is not None:
        title = f"{counted(len(evaluation.returns), 'evaluation game')}, greedy"
        returns.append((title, evaluation.returns, evaluation.margin))
    return {
        "report": report,
        "run": run,
        "version": __version__,
        "made": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC",
        "policy": f"default-src 'none'; style-src 'sha256-{style_hash}'; img-src data:; media-src data:; "
        "base-uri 'none'; form-action 'none'",
        "style": style,
        "algorithm": {"ppo": "PPO", "reinforce": "REINFORCE"}.get(run.config.algorithm, run.config.algorithm),
        "env": report.env_factory or run.config.env,
        "last": run.rows[-1] if run.rows else None,
        "duration": str(datetime.timedelta(seconds=round(sum(row.seconds for row in run.rows)))),
        "evaluation": evaluation,
        "mean": None if evaluation is None else mean_text(evaluation).replace("-", _MINUS),
        "checkpoint": report.checkpoint.name if report.checkpoint is not None else None,
        "curves": _svg(*SIZE, lambda figure: draw_run_curves(figure, [run])) if run.rows else None,
        "returns": _svg(SIZE[0], 2.6, lambda figure: _draw_returns(figure, returns)) if returns else None,
        "units": _svg(*SIZE, lambda figure: draw_units(figure, units, _UNITS))
        if isinstance(units, HiddenUnits)
        else None,
        "window": WINDOW,
        "games": None if evaluation is None else counted(len(evaluation.games), "game"),
        "video": None if report.rally is None else _data_uri("video/mp4", report.rally[1]),
        "settings": facts.setting_rows(run.config),
        "notices": list(facts.notices(report)),
        "commands": facts.commands(report),
    }


def _draw_returns(figure: Any, groups: Sequence[tuple[str, Sequence[float], float | None]]) -> None:
    """Draw a histogram of each group of returns, side by side, with its mean and confidence interval."""
    for axes in (panels := figure.subplots(1, 2, squeeze=False)[0])[len(groups) :]:
        axes.set_axis_off()
    for axes, (title, values, margin) in zip(panels, groups, strict=False):
        # A bar for each whole number, unless an environment has other returns than Pong.
        low, high = min(-21.0, *values), max(21.0, *values)
        axes.hist(values, bins=43, range=(low - 0.5, high + 0.5), color=COLOURS[0], rwidth=0.85)
        mean = statistics.fmean(values)
        axes.axvline(mean, color=COLOURS[1], linewidth=2)
        if margin is not None:
            axes.axvspan(mean - margin, mean + margin, color=COLOURS[1], alpha=0.25, linewidth=0)
        won = sum(value > 0 for value in values)
        about = f"{title}: mean {signed(mean, '.2f')}, {won} of {len(values)} won"
        axes.set(title=about, xlabel="return", ylabel="games", xlim=(low - 1, high + 1))
        axes.set_xticks(range(-21, 22, 7))
        axes.yaxis.get_major_locator().set_params(integer=True)


def _svg(width: float, height: float, draw: Callable[[Any], None]) -> str:
    """Return what is drawn on a figure as a picture that can stand in a page."""
    file = io.BytesIO()
    with figure_in(file, "svg", width, height) as figure:
        draw(figure)
    return _data_uri("image/svg+xml", file.getvalue())


def _data_uri(media_type: str, content: bytes) -> str:
    """Return the content of a file as a URI that can stand in a page."""
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"
