"""A run's settings, machine and commands, as rows of tables."""

from __future__ import annotations

import dataclasses
import datetime
import json
import shlex
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pong_pg.config import TrainConfig, option_of
from pong_pg.game.counts import counted
from pong_pg.settings import settings_of
from pong_pg.training.annealed import is_annealed
from pong_pg.viewing.report.run_record import RunRecord

NOT_RECORDED = "not recorded"
# Where and how long a run goes on; what of them a repeated run needs is stated otherwise.
_NOT_REPEATED = {"algorithm", "iterations", "steps", "minutes", "until_return", "run_dir", "address", "env_kwargs"}


@dataclass(frozen=True)
class SettingRow:
    """A setting.

    Attributes:
        name: as in config.json.
        about: what it is.
        default: the algorithm's; "" where the algorithms of the runs have different ones.
        values: of each run; "" for a run that has no such setting.
        changed: whether a run has another value than its default.
        differs: whether the runs have different values.
        decides_result: whether it decides the weights, together with the seed.
    """

    name: str
    about: str
    default: str
    values: Sequence[str]
    changed: bool
    differs: bool
    decides_result: bool


def setting_rows(configs: Sequence[TrainConfig]) -> list[SettingRow]:
    """Return all settings of runs: first those in which the runs differ, then those that are not the defaults."""
    fields = [settings_of(type(config)) for config in configs]
    names = dict.fromkeys(name for known in fields for name in known)
    rows = []
    for name in names:
        pairs = [
            (_text(getattr(config, name)), _text(_default(known[name][1]))) if name in known else None
            for config, known in zip(configs, fields, strict=True)
        ]
        defaults = {default for pair in pairs if pair is not None for _, default in [pair]}
        about = next(known[name][0] for known in fields if name in known)
        values = ["" if pair is None else pair[0] for pair in pairs]
        rows.append(
            SettingRow(
                name,
                about.help,
                defaults.pop() if len(defaults) == 1 else "",
                values,
                any(pair is not None and pair[0] != pair[1] for pair in pairs),
                len(set(values)) > 1,
                about.decides_result,
            )
        )
    return sorted(rows, key=lambda row: (not row.differs, not row.changed))


def _default(value: Any) -> Any:
    # That of env_kwargs is made by a function.
    return {} if value is dataclasses.MISSING else value


def _text(value: Any) -> str:
    if value is None:
        return "not set"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) if isinstance(value, (str, int)) else json.dumps(dict(value))


def machine_rows(run: RunRecord) -> list[tuple[str, str]]:
    """Return what a run has recorded about where and when it was made, and what it has not."""
    config = run.config
    workers = {
        None: "one Ray actor for each available CPU; how many these were is not recorded",
        0: "0: it played in its own process, without Ray",
    }.get(config.workers, f"{config.workers} Ray actors at most")
    speeds = [row.steps_per_second for row in run.rows if row.steps_per_second is not None]
    begun = None if run.begun is None else datetime.datetime.fromtimestamp(run.begun, datetime.timezone.utc)
    return [
        ("workers", workers),
        ("Ray cluster", config.address or ("none" if config.workers == 0 else "started on its own machine")),
        ("speed", f"{statistics.median(speeds):,.0f} agent steps per second, median of the updates" if speeds else "-"),
        ("wall time of the updates", duration(run.seconds)),
        ("begun", f"{begun:%Y-%m-%d %H:%M} UTC, by its TensorBoard events" if begun else NOT_RECORDED),
        ("versions", NOT_RECORDED),
        ("processor, memory, operating system", NOT_RECORDED),
        ("workers that failed and were replaced", f"{NOT_RECORDED}; they change no result"),
    ]


def duration(seconds: float) -> str:
    """Return a time in words, such as "1 h 05 min" or "12.3 s"."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{seconds / 60:.1f} min"


def commands(run: RunRecord, *, episodes: int, seed: int, rally: bool = False) -> list[tuple[str, str]]:
    """Return the command lines that repeat a run and what the report shows of it, each with what it does.

    Args:
        run: the run.
        episodes: number of evaluation games.
        seed: of the evaluation.
        rally: whether a rally was recorded instead of a game.
    """
    where = shlex.quote(str(run.path))
    if run.env_factory is not None:
        in_python, games = repr(str(run.path)), episodes or 10
        return [
            (
                "Resume it in Python, with the factory of its environments",
                f"pong_pg.resume({in_python}, env_factory=...)",
            ),
            (
                "Evaluate it in Python",
                f"pong_pg.evaluate(pong_pg.load({in_python}), pong_pg.ReinforceConfig(), {games}, env_factory=...)",
            ),
        ]
    target = run.progress.target if run.progress is not None else None
    at_target = run.progress is not None and run.progress.at_target
    about = f", which has reached its target of {counted(target, 'update', ',')}" if target and at_target else ""
    if run.progress is not None and is_annealed(run.config, run.progress):
        about = ", which learns nothing more, since its learning rate is 0"
    found = [
        ("Train it again, to the same weights after the same update", train_command(run)),
        (
            f"Resume it{about}",
            f"pong-pg train --resume {where}" + (" --iterations 100" if at_target else ""),
        ),
    ]
    if run.checkpoint is not None:
        found += [
            ("Evaluate it", f"pong-pg eval {where} --greedy --episodes {episodes or 10} --seed {seed}"),
            (
                "Record a rally" if rally else "Record a game",
                f"pong-pg record {where} --seed {seed}{' --rally' if rally else ''} -o game.mp4",
            ),
            ("Watch it", f"pong-pg watch {where} --seed {seed}"),
        ]
    return found


def train_command(run: RunRecord) -> str:
    """Return the command that trains a run again, for as many updates as it has made."""
    config = run.config
    words = ["pong-pg", "train", "--algorithm", config.algorithm]
    for name, (_, default) in settings_of(type(config)).items():
        value = getattr(config, name)
        if name not in _NOT_REPEATED and value is not None and value != default:
            words += [option_of(name), f"{value!r}" if isinstance(value, float) else str(value)]
    for name, value in config.env_kwargs.items():
        words += ["--env-arg", f"{name}={json.dumps(value)}"]
    words += ["--iterations", str(max(1, run.update)), "--run-dir", f"{run.path}-again"]
    return shlex.join(words)
