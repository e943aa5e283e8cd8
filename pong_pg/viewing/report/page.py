"""The page of a report, from what was read and played; nothing else is read, played or written here."""

from __future__ import annotations

import base64
import hashlib
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pong_pg._about import __version__
from pong_pg.compat._versions import require
from pong_pg.errors import one_line
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.counts import counted
from pong_pg.viewing.curves import GOALS, WINDOW, Point, curve_of
from pong_pg.viewing.report import facts
from pong_pg.viewing.report.curves import AXES, POINTS, Curves, curves_of
from pong_pg.viewing.report.drawing import histogram, plot_of, signed
from pong_pg.viewing.report.notices import notices_of
from pong_pg.viewing.report.pictures import UnitPicture, data_uri
from pong_pg.viewing.report.play import STEPS, Video
from pong_pg.viewing.report.run_record import RunRecord
from pong_pg.viewing.weights import planes_told

# Bytes of a report at most.
LARGEST = 5_000_000
_TEMPLATES = Path(__file__).with_name("templates")
_FEWEST_POINTS = 100


@dataclass(frozen=True)
class RunReport:
    """A run, and what was played for its report.

    Attributes:
        record: what the run has left.
        evaluation: of its policy; None if none was played.
        units: pictures of its hidden units; or a sentence about why there are none.
        measured: whether the units' contributions were measured on a game.
    """

    record: RunRecord
    evaluation: Evaluation | None
    units: Sequence[UnitPicture] | str
    measured: bool


@dataclass(frozen=True)
class Report:
    """All that a report shows.

    Attributes:
        runs: at least one.
        video: a recorded game of one of them; None if none was recorded.
        episodes: number of evaluation games.
        seed: of the evaluation.
        machine: of what played the evaluation and made the report: names and values.
        made: date and time, as text.
        command: the command line that makes it again.
    """

    runs: Sequence[RunReport]
    video: Video | None
    episodes: int
    seed: int
    machine: Sequence[tuple[str, str]]
    made: str
    command: str


def page(report: Report) -> str:
    """Return the page as HTML that needs no other file.

    Every text that is not of the templates is escaped, and a Content-Security-Policy allows no script and no style but
    the page's own, and no request.

    Raises:
        MissingPackageError: Jinja2 is not installed.
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


def _context(report: Report) -> dict[str, Any]:
    script, style = ((_TEMPLATES / name).read_text() for name in ("page.js", "page.css"))
    records = [run.record for run in report.runs]
    points = max(_FEWEST_POINTS, POINTS // len(records))
    has_rows = any(record.rows for record in records)
    curves = curves_of([record.rows for record in records], points) if has_rows else Curves([], [], 1)
    names = [record.name for record in records]
    # What the script draws again, over another axis or zoomed.
    data = {
        "axes": [{"key": axis.key, "label": axis.label} for axis in AXES],
        "names": names,
        "x": curves.x,
        "charts": {
            chart.key: {
                "digits": chart.digits,
                "series": [
                    None if series is None else {"y": series.y, "low": series.low, "high": series.high}
                    for series in chart.series
                ],
            }
            for chart in curves.charts
        },
    }
    return {
        "title": names[0] if len(names) == 1 else f"{len(names)} runs",
        "version": __version__,
        "made": report.made,
        "policy": _content_security_policy(script, style),
        "script": script,
        "style": style,
        "data": data,
        "runs": [_run(number, run, report) for number, run in enumerate(report.runs)],
        "several": len(names) > 1,
        "charts": [(chart, plot_of(curves, chart, AXES[0].key)) for chart in curves.charts],
        "axes": AXES,
        "updates_per_point": curves.updates_per_point,
        "goals": GOALS,
        "window": WINDOW,
        "video": None if report.video is None else _video(report.video, names),
        "settings": facts.setting_rows([record.config for record in records]),
        "machine": report.machine,
        "episodes": report.episodes,
        "seed": report.seed,
        "command": report.command,
        "steps_of_units": STEPS,
    }


def _content_security_policy(script: str, style: str) -> str:
    script_hash, style_hash = (
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (script, style)
    )
    return (
        f"default-src 'none'; script-src 'sha256-{script_hash}'; style-src 'sha256-{style_hash}'; img-src data:; "
        "media-src data:; base-uri 'none'; form-action 'none'"
    )


def _run(number: int, run: RunReport, report: Report) -> dict[str, Any]:
    record, evaluation = run.record, run.evaluation
    curve = curve_of(record.rows)
    recent = record.progress.recent if record.progress is not None else ()
    last = record.rows[-1] if record.rows else None
    units = [] if isinstance(run.units, str) else run.units
    speeds = [row.steps_per_second for row in record.rows if row.steps_per_second is not None]
    return {
        "number": number,
        "colour": f"s{number % 7} d{number // 7 % 3}",
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
        "distributions": [
            _distribution(title, returns, margin)
            for title, returns, margin in (
                (f"Last {counted(len(recent), 'training game')}, actions sampled", recent, None),
                (
                    f"{counted(report.episodes, 'evaluation game')}, greedy",
                    evaluation.returns if evaluation else (),
                    evaluation.margin if evaluation else None,
                ),
            )
            if returns
        ],
        "checkpoint": record.checkpoint.name if record.checkpoint is not None else None,
        "units": units,
        "planes": planes_told([plane for plane, _ in units[0].pictures]) if units else "",
        "no_units": run.units if isinstance(run.units, str) else "",
        "measured": run.measured,
        "hidden": getattr(record.config, "hidden", None),
        "notices": notices_of(record),
        "machine": facts.machine_rows(record),
        "commands": facts.commands(
            record,
            episodes=report.episodes,
            seed=report.seed,
            rally=report.video is not None and report.video.run == number and report.video.recorded.rally is not None,
        ),
    }


def _reached(curve: Sequence[Point], goal: float) -> str:
    point = next((point for point in curve if point.games >= WINDOW and point.mean_return >= goal), None)
    return "\N{EN DASH}" if point is None else facts.duration(point.minutes * 60)


def _distribution(title: str, returns: Sequence[float], margin: float | None) -> Mapping[str, Any]:
    return {
        "title": title if len(returns) > 1 else title.replace("games", "game"),
        "drawn": histogram(returns, margin),
        "mean": statistics.fmean(returns),
        "margin": margin,
        "median": statistics.median(returns),
        "low": min(returns),
        "high": max(returns),
        "won": sum(value > 0 for value in returns),
        "games": len(returns),
    }


def _video(video: Video, names: Sequence[str]) -> Mapping[str, Any]:
    recorded = video.recorded
    opponent, policy = recorded.scores[-1]
    return {
        "name": names[video.run],
        "kind": video.kind,
        "uri": data_uri({"mp4": "video/mp4", "webp": "image/webp"}[video.kind], video.content),
        "seconds": recorded.seconds,
        "width": recorded.size[0],
        "height": recorded.size[1],
        "score": f"{opponent} : {policy}",
        "rally": recorded.rally,
        "megabytes": len(video.content) / 1e6,
    }
