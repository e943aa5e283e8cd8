"""Runs a script as it is and its modern form, and compares what they print."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pong_pg.errors import PongPGError
from pong_pg.legacy.install import cpu_features
from pong_pg.legacy.install.subprograms import RUN
from pong_pg.legacy.modernize import folders, writing
from pong_pg.legacy.modernize.sources import Written

_SEEDS = Path(__file__).parent / "seeds"
_SEED = 20160201
# The exit status of `pong-pg run` where it says in a line why a script can't run.
_REFUSED = 2
# Of the script's folder, which is copied.
_MOST_BYTES = 2**30
# The new script is to run without this package, wherever that is installed.
_WITHOUT_PACKAGE = {"PONG_PG_CHECK_WITHOUT_PACKAGE": "1"}
# For a process that was told to end, so that it can end its servers.
_GRACE = 20.0

_NUMBER = r"\d+(?:\.\d*)?(?:[eE][-+]?\d+)?"
_UNITS = "s|secs?|seconds?|ms|msecs?|milliseconds?|us|microseconds?|mins?|minutes?|hours?|fps|(?:it|steps?|frames?)/s"
# What differs from run to run.
_VARIES = re.compile(
    rf"(?<![\w.]){_NUMBER}(?=\s*(?:{_UNITS})\b)"
    r"|(?P<word>\b(?:time|elapsed|took|duration|seconds|fps)\b(?:\s+(?:is|was))?[\s:=(]{1,4})\d+\.\d*(?:[eE][-+]?\d+)?"
    r"|\b\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\b|\b\d{4}-\d\d-\d\d\b|\bpid=\d+|\b0x[0-9a-f]{6,}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Comparison:
    """What came of two runs.

    Attributes:
        agree: they printed the same.
        said: that in words, in one or several lines.
    """

    agree: bool
    said: str


@dataclass
class _Run:
    """What a script printed.

    Attributes:
        lines: its lines on standard output.
        status: how it ended; None if it was stopped.
        errors: the last line on standard error.
        exception: the last line of the traceback there, such as "ValueError: x"; "" if there is none.
        refusal: the line in which pong-pg says there why the script does not run; "" if it does.
    """

    lines: list[str]
    status: int | None
    errors: str = ""
    exception: str = ""
    refusal: str = ""


def split_arguments(text: str) -> list[str]:
    """Return the arguments of a command line.

    Raises:
        PongPGError: a quote is not closed.
    """
    try:
        return shlex.split(text)
    except ValueError as error:
        raise PongPGError(f"--script-args {text!r} can't be split: {error}") from error


def compare(
    script: Path, written: Written, arguments: Sequence[str], *, lines: int | None = None, seconds: float = 60
) -> Comparison:
    """Run a script under `pong-pg run` and its modern form with plain Python, and compare what they print.

    Both run in copies of the script's folder, where the new one has its own modules in modern form, too.

    Args:
        script: its path.
        written: what is known of its program.
        arguments: those of the script.
        lines: how many lines are compared at most; None for all.
        seconds: after how long each is stopped.

    Raises:
        PongPGError: it can't be modernised, or its folder can't be copied.
    """
    folder = Path(os.path.realpath(script)).parent
    name = Path(os.path.realpath(script)).name
    modules = [path for path in folders.modules_beside(script, (), written) if path.is_relative_to(folder)]
    files = folders.modernize_files([folder / name, *(path for path in modules if path != folder / name)], written)
    for file in files:
        if file.modern is None:
            raise PongPGError(file.why)
    _check_size(folder)
    with tempfile.TemporaryDirectory(prefix="pong-pg-check-") as temporary:

        def run(
            place: str, changed: dict[Path, bytes], command: list[str], added: dict[str, str], most: int | None
        ) -> _Run:
            copy = Path(temporary, place)
            try:
                writing.copy_tree(folder, copy, changed)
            except OSError as error:
                raise PongPGError(f"can't copy {folder}: {error.strerror or error}") from error
            done = _run(command, copy, added, most, seconds)
            # Scripts may print where they are.
            done.lines[:] = [line.replace(str(copy), str(folder)) for line in done.lines]
            return done

        old = run("old", {}, [sys.executable, "-c", RUN, "run", *_options(written), name, *arguments], {}, lines)
        if old.status == _REFUSED and old.refusal:
            return Comparison(False, f"pong-pg modernize: the old script does not run: {old.refusal}")
        limit = lines if old.status is not None else len(old.lines)
        modern = {file.path: file.new for file in files}
        command = [sys.executable, name, *arguments]
        found = _compared(old, run("new", modern, command, _WITHOUT_PACKAGE, limit), lines)
        # `pong-pg run` has NumPy use its baseline, plain Python has not. A difference by that is not one of the texts.
        baseline = cpu_features.baseline(os.environ)
        if found.agree or not baseline:
            return found
        again = _compared(old, run("again", modern, command, {**_WITHOUT_PACKAGE, **baseline}, limit), lines)
    if not again.agree:
        return found
    setting = " ".join(f"{name}={value}" for name, value in baseline.items())
    return Comparison(True, f"{again.said}; for that, the new one needs  {setting}  in its environment")


def _options(written: Written) -> list[str]:
    named = (("--gym-api", written.gym_api), ("--python", written.python), ("--atari-py", written.atari_py))
    return [str(part) for option, value in named if value is not None for part in (option, value)]


def _check_size(folder: Path) -> None:
    size = 0
    for path in folders.all_files(folder):
        size += 0 if path.is_symlink() else path.stat().st_size
        if size > _MOST_BYTES:
            raise PongPGError(
                f"--check-run copies the script's folder, but {folder} has more than {_MOST_BYTES >> 20} MB: "
                "put the script into a folder of its own"
            )


def _run(command: list[str], folder: Path, added: dict[str, str], lines: int | None, seconds: float) -> _Run:
    path = os.pathsep.join(filter(None, [str(_SEEDS), os.environ.get("PYTHONPATH", "")]))
    seeded = {"PYTHONPATH": path, "PYTHONHASHSEED": "0", "PYTHONUNBUFFERED": "1", "PONG_PG_CHECK_SEED": str(_SEED)}
    printed: list[str] = []
    enough = threading.Event()
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **seeded, **added},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
        reader = threading.Thread(target=_read, args=(process.stdout, printed, lines, enough), daemon=True)
        reader.start()
        try:
            has_ended = enough.wait(seconds)
            is_full = lines is not None and len(printed) >= lines
            # At the end of the output, the process still has to end.
            status = None if is_full else _status(process, _GRACE if has_ended else 0.0)
        finally:
            _end(process)
        reader.join(_GRACE)
        errors.seek(0)
        told = errors.read().decode(errors="replace").strip().splitlines()
    refusals = [line for line in told if line.startswith(("pong-pg run: error: ", "pong-pg: error: "))]
    last, refusal = ((found[-1].strip() if found else "") for found in (told, refusals))
    return _Run(printed if lines is None else printed[:lines], status, last, exception_in(told), refusal)


def exception_in(told: Sequence[str]) -> str:
    """Return the type and text of the last exception whose traceback is among lines; "" if there is none."""
    begins = [number for number, line in enumerate(told) if line.startswith("Traceback (most recent call last)")]
    rest = told[begins[-1] + 1 :] if begins else ()
    # After its traceback, pong-pg run prints what it has translated.
    return next((line.strip() for line in rest if not line[:1].isspace()), "")


def _read(output: IO[bytes] | None, printed: list[str], lines: int | None, enough: threading.Event) -> None:
    for line in output or ():
        printed.append(line.decode(errors="replace").rstrip("\r\n"))
        if len(printed) == lines:
            enough.set()
    enough.set()


def _status(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def _end(process: subprocess.Popen[bytes]) -> None:
    for number, seconds in ((signal.SIGTERM, _GRACE), (signal.SIGKILL, _GRACE)):
        if process.poll() is None or number == signal.SIGKILL:
            try:
                os.killpg(process.pid, number)
                process.wait(seconds)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue


def _compared(old: _Run, new: _Run, lines: int | None) -> Comparison:
    varying = 0
    for number, (was, now) in enumerate(zip(old.lines, new.lines, strict=False), 1):
        if was != now:
            if _without_times(was) != _without_times(now):
                return _differs(f"line {number} differs", was, now)
            varying += 1
    count = min(len(old.lines), len(new.lines))
    if len(old.lines) != len(new.lines) and None not in {old.status, new.status}:
        was, now = (run.lines[count] if len(run.lines) > count else "(nothing)" for run in (old, new))
        return _differs(f"line {count + 1} differs", was, now, new.errors if new.status else "")
    if None not in {old.status, new.status} and (ended := _ended_badly(old, new, count)):
        return ended
    if len(new.lines) < len(old.lines) and new.status is not None:
        return _differs(f"line {count + 1} differs", old.lines[count], "(nothing)", new.errors)
    if count == 0 and (old.status is None or new.status is None):
        return Comparison(False, "pong-pg modernize: nothing was printed in that time: --seconds N gives more of it")
    said = f"pong-pg modernize: the old script and the new one print the same: {_lines(count)}"
    if varying:
        said += f"; in {varying} of them but for times, which are not compared"
    is_stopped = old.status is None or new.status is None
    return Comparison(True, said + (", then they were stopped" if is_stopped and count != lines else ""))


def _ended_badly(old: _Run, new: _Run, count: int) -> Comparison | None:
    """Return what is to be said of the ends of two runs that have printed the same; None if both ended well."""
    if old.status != new.status:
        return _differs(f"after {_lines(count)} the exit status differs", str(old.status), str(new.status), new.errors)
    if not old.status or not (old.exception or new.exception):
        return None
    # Packages have moved: gym.error.Error is gymnasium.error.Error.
    kinds = [run.exception.partition(":")[0].rpartition(".")[2] for run in (old, new)]
    if kinds[0] != kinds[1]:
        was, now = (run.exception or f"exit status {run.status}" for run in (old, new))
        return _differs(f"after {_lines(count)} they end differently", was, now)
    before = f"they print the same {_lines(count)} before" if count else "they print nothing before"
    todo = "mend the script" + (f", or compare these lines alone with --lines {count}" if count else "")
    return Comparison(
        False,
        f"pong-pg modernize: both the old script and the new one end with an exception ({new.exception}); {before}, "
        f"and what would come after it is not compared: {todo}",
    )


def _without_times(line: str) -> str:
    return _VARIES.sub(lambda found: found["word"] or "", line)


def _differs(what: str, old: str, new: str, errors: str = "") -> Comparison:
    said = (
        f"pong-pg modernize: the old script and the new one do not print the same: {what}\n  old: {old}\n  new: {new}"
    )
    return Comparison(False, said + (f"\n  error of the new one: {errors}" if errors else ""))


def _lines(count: int) -> str:
    return f"{count} line{'' if count == 1 else 's'}"
