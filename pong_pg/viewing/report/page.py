"""The page of a report, from what was read and played; nothing else is read, played or written here."""

from __future__ import annotations

import base64
import hashlib
import io
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pong_pg import __version__
from pong_pg.compat._versions import require
from pong_pg.errors import one_line
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.counts import counted
from pong_pg.viewing.curve_plots import PlottedRun
from pong_pg.viewing.curves import GOALS, WINDOW, Point, curve_of
from pong_pg.viewing.recording import Recorded
from pong_pg.viewing.report import facts
from pong_pg.viewing.report.pictures import Returns, curves_picture, returns_picture
from pong_pg.viewing.report.run_record import RunRecord
from pong_pg.viewing.weights import HiddenUnits, captions, colored

# Bytes of a report at most.
LARGEST = 5_000_000
_TEMPLATES = Path(__file__).with_name("templates")
# Pictures of hidden units of a run, and of all runs.
_UNITS, _ALL_UNITS = 24, 72


@dataclass(frozen=True)
class Video:
    """A recorded game or rally.

    Attributes:
        run: the number of the run in the report, from 0.
        kind: "mp4" or "webp".
        content: the file.
        recorded: how long it is, and the score at its end.
    """

    run: int
    kind: str
    content: bytes
    recorded: Recorded


@dataclass(frozen=True)
class RunReport:
    """A run, and what was played for its report.

    Attributes:
        record: what the run has left.
        evaluation: of its policy; None if none was played.
        units: its hidden units; or a sentence about why there are none.
    """

    record: RunRecord
    evaluation: Evaluation | None
    units: HiddenUnits | str


@dataclass(frozen=True)
class Report:
    """All that a report shows.

    Attributes:
        runs: at least one.
        video: a recorded game of one of them; None if none was recorded.
        episodes: number of evaluation games.
        seed: of the evaluation.
        machine: of what played the evaluation and made the report, in lines.
        made: date and time, as text.
        command: the command line that makes it again.
    """

    runs: Sequence[RunReport]
    video: Video | None
    episodes: int
    seed: int
    machine: Sequence[str]
    made: str
    command: str


def page(report: Report) -> str:
    """Return the page as HTML that needs no other file.

    Every text that is not of the templates is escaped, and a Content-Security-Policy allows no script, no style but the
    page's own, and no request.

    Raises:
        MissingPackageError: Jinja2, matplotlib or Pillow is not installed.
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
    return format(value, form).replace("-", "\N{MINUS SIGN}")


def _context(report: Report) -> dict[str, Any]:
    style = (_TEMPLATES / "page.css").read_text()
    records = [run.record for run in report.runs]
    names = [record.name for record in records]
    drawn = [PlottedRun(record.name, record.config, list(record.rows)) for record in records if record.rows]
    return {
        "title": names[0] if len(names) == 1 else f"{len(names)} runs",
        "version": __version__,
        "made": report.made,
        "policy": _content_security_policy(style),
        "style": style,
        "runs": [_run(run, report) for run in report.runs],
        "several": len(names) > 1,
        "curves": _data_uri("image/svg+xml", curves_picture(drawn)) if drawn else None,
        "goals": GOALS,
        "window": WINDOW,
        "video": None if report.video is None else _video(report.video, names),
        "settings": facts.setting_rows([record.config for record in records]),
        "machine": report.machine,
        "episodes": report.episodes,
        "seed": report.seed,
        "command": report.command,
    }


def _content_security_policy(style: str) -> str:
    style_hash = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{style_hash}'; img-src data:; media-src data:; base-uri 'none'; "
        "form-action 'none'"
    )


def _run(run: RunReport, report: Report) -> dict[str, Any]:
    record, evaluation, units = run.record, run.evaluation, run.units
    curve = curve_of(record.rows)
    recent = record.progress.recent if record.progress is not None else ()
    last = record.rows[-1] if record.rows else None
    speeds = [row.steps_per_second for row in record.rows]
    returns = []
    if recent:
        returns.append(Returns(f"Last {counted(len(recent), 'training game')}, actions sampled", recent, None))
    if evaluation is not None:
        title = f"{counted(len(evaluation.returns), 'evaluation game')}, greedy"
        returns.append(Returns(title, evaluation.returns, evaluation.margin))
    most = max(1, min(_UNITS, _ALL_UNITS // len(report.runs)))
    return {
        "name": record.name,
        "path": one_line(str(record.path)),
        "algorithm": {"ppo": "PPO", "reinforce": "REINFORCE"}.get(record.config.algorithm, record.config.algorithm),
        "env": record.env_factory or record.config.env,
        "seed": record.config.seed,
        "games": last.games if last else 0,
        "agent_steps": last.agent_steps if last else 0,
        "updates": record.update,
        "duration": facts.duration(record.seconds),
        "speed": statistics.median(speeds) if speeds else None,
        "last_mean": curve[-1].mean_return if curve else None,
        "reached": [_reached(curve, goal) for goal in GOALS],
        "evaluation": evaluation,
        "returns": _data_uri("image/svg+xml", returns_picture(returns)) if returns else None,
        "distributions": [_distribution(group) for group in returns],
        "checkpoint": record.checkpoint.name if record.checkpoint is not None else None,
        "units": _unit_pictures(units, most) if isinstance(units, HiddenUnits) else [],
        "captions": captions(units) if isinstance(units, HiddenUnits) else [units],
        "notices": list(facts.notices(record)),
        "commands": facts.commands(record, episodes=report.episodes, seed=report.seed),
    }


def _reached(curve: Sequence[Point], goal: float) -> str:
    point = next((point for point in curve if point.games >= WINDOW and point.mean_return >= goal), None)
    return "\N{EN DASH}" if point is None else facts.duration(point.minutes * 60)


def _distribution(group: Returns) -> str:
    """Return a sentence about some returns."""
    values = group.values
    margin = "" if group.margin is None else f" ± {group.margin:.2f} (95 %)"
    won = f"{sum(value > 0 for value in values)} of {len(values)} won"
    return (
        f"{group.title}: mean {signed(statistics.fmean(values), '.2f')}{margin}, median "
        f"{signed(statistics.median(values))}, from {signed(min(values))} to {signed(max(values))}; {won}."
    )


def _unit_pictures(units: HiddenUnits, most: int) -> list[Mapping[str, Any]]:
    pillow = require("PIL.Image", "pictures of weights", "video")
    total = float(units.contributions.sum()) or 1.0
    shown = units.first(most)
    found: list[Mapping[str, Any]] = []
    for place, planes in enumerate(colored(shown)):
        uris = []
        for name, picture in zip(shown.planes, planes, strict=True):
            file = io.BytesIO()
            # With so few colours a third of the size, and the same to the eye.
            pillow.fromarray(picture).quantize(32, dither=0).save(file, "PNG", optimize=True)
            uris.append((name, _data_uri("image/png", file.getvalue())))
        share = float(shown.contributions[place]) / total
        found.append({"number": shown.numbers[place], "up": shown.upward[place] > 0, "share": share, "pictures": uris})
    return found


def _video(video: Video, names: Sequence[str]) -> Mapping[str, Any]:
    recorded = video.recorded
    opponent, policy = recorded.scores[-1]
    return {
        "name": names[video.run],
        "kind": video.kind,
        "uri": _data_uri({"mp4": "video/mp4", "webp": "image/webp"}[video.kind], video.content),
        "seconds": recorded.seconds,
        "width": recorded.size[0],
        "height": recorded.size[1],
        "score": f"{opponent} : {policy}",
        "rally": recorded.rally,
    }


def _data_uri(media_type: str, content: bytes) -> str:
    """Return the content of a file as a URI that can stand in a page."""
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"
