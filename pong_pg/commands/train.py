"""`pong-pg train`: train a policy until it has made its updates or is stopped."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import itertools
import os
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from pong_pg.commands.options import add_env_options, add_settings, given_settings, non_empty
from pong_pg.errors import ConfigError, RunDirError
from pong_pg.game.counts import counted
from pong_pg.registry import PRESETS, config_types, make_config, preset_settings
from pong_pg.settings import settings_of

if TYPE_CHECKING:
    from pong_pg.training.observers import TrainResult


# Settings that stand above all groups, or after them.
_ELSEWHERE = ("algorithm", "run_dir", "seed", "env", "env_kwargs", "backend")


def _groups() -> dict[str, list[str]]:
    """Return the headings of ``--help``, each with its settings."""
    known = {algorithm: settings_of(config_type) for algorithm, config_type in config_types().items()}
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(name for settings in known.values() for name in settings if name not in _ELSEWHERE):
        first, *others = [algorithm for algorithm, settings in known.items() if name in settings]
        about, _ = known[first][name]
        title = about.group or ("hyperparameters" if others else f"hyperparameters of {first}")
        groups.setdefault(title, []).append(name)
    return groups


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "train",
        help="train a policy on real games",
        description="Train a policy: threads of this process, or Ray actors, play Pong, and a small network learns.",
    )
    parser.add_argument(
        "--preset",
        choices=PRESETS,
        help="a set of settings: fast (PPO, from -21 to winning in a minute or two, 3 million agent steps), best "
        "(the same for longer, 12 million) or reference (REINFORCE as published, the default); other options override "
        "it, except --algorithm",
    )
    parser.add_argument(
        "--algorithm",
        metavar=f"{{{','.join(config_types())}}}",
        help="reinforce: the reference's plain policy gradient, the default; ppo: proximal policy optimization, which "
        "learns much faster",
    )
    add_settings(parser, ["run_dir"])
    parser.add_argument(
        "--resume", metavar="DIR", type=non_empty, help="resume the run in this directory, as if it had never stopped"
    )
    add_settings(parser, ["seed"])
    parser.add_argument("--watch", action="store_true", help="show a learning curve and a game while it trains")
    for title, names in _groups().items():
        group = parser.add_argument_group(title)
        add_settings(group, names)
        if "address" in names:
            group.add_argument("--redis-address", metavar="ADDRESS", help="the old name of --address")
    add_env_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Train; returns 0, or 128 + the signal's number where one stopped the run."""
    settings = given_settings(options)
    if options.preset is not None:
        settings = preset_settings(options.preset, settings)
    stop = _StopOnSignal()
    try:
        with stop:
            result = _trained(options, settings, stop)
    except KeyboardInterrupt:
        if stop.signal is None:
            raise
        _tell(f"\npong-pg: {signal.Signals(stop.signal).name}: stopped at once")
        _exit_at_once(128 + stop.signal)
    _print_ending(result, stop.signal)
    return 0 if stop.signal is None or not result.stopped else 128 + stop.signal


def _trained(options: argparse.Namespace, settings: dict[str, Any], stop: _StopOnSignal) -> TrainResult:
    # Only now, so that `--help` and a mistyped option answer at once.
    from pong_pg.training.display import progress_display
    from pong_pg.training.loop import resume, train
    from pong_pg.viewing.watched_training import WatchedTraining

    display = WatchedTraining() if options.watch else progress_display()
    arguments: dict[str, Any] = {"observers": [display], "should_stop": stop.asked}
    if options.resume is not None:
        if "run_dir" in settings:
            raise ConfigError("run_dir", "contradicts --resume, which names the directory already: leave it out")
        return resume(options.resume, **arguments, **settings)
    config = make_config(settings)
    with contextlib.ExitStack() as stack:
        if config.run_dir is None:
            config = dataclasses.replace(config, run_dir=str(stack.enter_context(_new_run_dir(config.env))))
        return train(config, **arguments)


@contextlib.contextmanager
def _new_run_dir(env: str) -> Iterator[Path]:
    """Make a directory for a run, under a name that no other run has; one that stays empty goes away again."""
    name = env.rpartition("/")[2].rpartition(":")[2].lower()
    stem = f"{name}-{time.strftime('%Y%m%d-%H%M%S')}"
    parent = Path("runs")
    had_parent = parent.exists()
    try:
        parent.mkdir(exist_ok=True)
        for number in itertools.count(1):
            path = parent / (stem if number == 1 else f"{stem}-{number}")
            with contextlib.suppress(FileExistsError):
                path.mkdir()
                break
    except OSError as error:
        raise RunDirError(f"no new run can be written to {parent} ({error.strerror}): name a --run-dir") from error
    try:
        yield path
    finally:
        for directory in (path,) if had_parent else (path, parent):
            with contextlib.suppress(OSError):
                directory.rmdir()


def _print_ending(result: TrainResult, stopped_by: int | None) -> None:
    progress = result.progress
    how = f"Stopped by {signal.Signals(stopped_by).name} at" if result.stopped and stopped_by else "Finished with"
    print(
        f"{how} update {progress.update}: {counted(progress.games, 'game')}, "
        f"{counted(progress.agent_steps, 'agent step')}; weights {result.policy.digest()}"
    )
    if result.faults:
        print(f"Workers replaced on the way: {len(result.faults)}; the result is the same without these faults")
    if result.run_dir is not None:
        more = " --iterations N" if progress.at_target else ""
        run_dir = shlex.quote(str(result.run_dir))
        print(f"Resume:  pong-pg train --resume {run_dir}{more}")
        print(f"See it play:  pong-pg watch {run_dir}")


def _exit_at_once(status: int) -> NoReturn:
    # A Ray that was interrupted while it started (seen with 2.9) can crash in the exit handlers of Python.
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


def _tell(line: str) -> None:
    # In the handler of a signal: the terminal may be gone, or another line be half written.
    with contextlib.suppress(OSError, RuntimeError):
        print(line, file=sys.stderr)


class _StopOnSignal:
    """Turns the first Ctrl-C, SIGTERM or SIGHUP into a request to stop; the second raises KeyboardInterrupt.

    Once one has come, the command is about to end: those that come after that are ignored.

    Attributes:
        signal: number of the signal that came first; None if none did.
    """

    def __init__(self) -> None:
        self.signal: int | None = None
        # The terminal goes away with SIGHUP; what is printed there then would be an error.
        self._terminals = [number for number in (1, 2) if os.isatty(number)]

    def asked(self) -> bool:
        """Return whether a signal has come."""
        return self.signal is not None

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGHUP:
            self._leave_terminals()
        if self.signal is not None:
            raise KeyboardInterrupt
        self.signal = number
        _tell(f"pong-pg: {signal.Signals(number).name}: writing a checkpoint and stopping (once more: stop at once)")

    def _leave_terminals(self) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for terminal in self._terminals:
            os.dup2(nowhere, terminal)
        os.close(nowhere)

    def __enter__(self) -> _StopOnSignal:
        numbers = [signal.SIGINT, signal.SIGTERM]
        # Under nohup the run goes on without its terminal.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            numbers.append(signal.SIGHUP)
        self._before = {number: signal.signal(number, self._handle) for number in numbers}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler if self.signal is None else signal.SIG_IGN)
