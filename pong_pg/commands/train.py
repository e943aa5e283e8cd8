"""`pong-pg train`: train a policy until it has made its updates or is stopped."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import math
import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from pong_pg.commands.options import add_env_options, add_settings, given_settings, non_empty
from pong_pg.config import env_arguments
from pong_pg.errors import ConfigError, EnvError, PongPGError, one_line, shell_word
from pong_pg.game.counts import counted
from pong_pg.registry import PRESETS, config_types, make_config, preset_settings
from pong_pg.settings import settings_of

if TYPE_CHECKING:
    from pong_pg.training.observers import TrainResult


# Settings that stand above all groups, or after them.
_ELSEWHERE = ("algorithm", "run_dir", "seed", "env", "env_kwargs", "backend")
# What `--help` lists; the other options are for `--help-all`.
_OFTEN = {
    "--help", "--help-all", "--preset", "--run-dir", "--resume", "--seed", "--watch", "--total-timesteps", "--seconds",
    "--n-eval-episodes", "--workers", "--address", "--hidden", "--iterations", "--learning-rate", "--num-envs",
    "--n-steps", "--ent-coef", "--batch-size", "--env",
}  # fmt: skip


class _OftenUsed(argparse.HelpFormatter):
    """Leaves out the options that few users need."""

    def add_argument(self, action: argparse.Action) -> None:
        """Add an option to the section, if it is to be listed."""
        if not _OFTEN.isdisjoint(action.option_strings):
            super().add_argument(action)


class _HelpAll(argparse.Action):
    """Prints the help with all options, and ends the program."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print it."""
        parser.formatter_class = argparse.HelpFormatter
        parser.print_help()
        parser.exit()


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
        usage="%(prog)s [options]",
        description="Train a policy. Without options: PPO, which learns to win in about a minute.",
        formatter_class=_OftenUsed,
    )
    parser.add_argument("--help-all", action=_HelpAll, nargs=0, help="list all options, and exit")
    parser.add_argument(
        "--preset",
        choices=PRESETS,
        help="settings to begin with: fast (PPO, 3 million agent steps, the default), best (PPO, 30 million) or "
        "reference (REINFORCE as published, until Ctrl-C)",
    )
    parser.add_argument(
        "--algorithm",
        metavar=f"{{{','.join(config_types())}}}",
        help="ppo: proximal policy optimization, as in preset fast; reinforce: the plain policy gradient, as in preset "
        "reference",
    )
    add_settings(parser, ["run_dir"])
    parser.add_argument("--resume", metavar="DIR", type=non_empty, help="resume the run in this directory")
    add_settings(parser, ["seed"])
    parser.add_argument(
        "--watch", action=argparse.BooleanOptionalAction, help="in a terminal, show games while it trains, or none"
    )
    for title, names in _groups().items():
        group = parser.add_argument_group(title)
        add_settings(group, names)
        if "address" in names:
            group.add_argument(
                "--redis-address", dest="address", metavar="ADDRESS", type=non_empty, help="the old name of --address"
            )
    add_env_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Train; returns 0, or 128 + the signal's number where one stopped the run."""
    settings = given_settings(options)
    if options.preset is not None or options.resume is None:
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
    if options.watch is None and stop.signal is None:
        _show_game(result)
    return 0 if stop.signal is None or not result.stopped else 128 + stop.signal


def _trained(options: argparse.Namespace, settings: dict[str, Any], stop: _StopOnSignal) -> TrainResult:
    # Only now, so that `--help` and a mistyped option answer at once.
    from pong_pg.training.directory import made_run_dir
    from pong_pg.training.display import progress_display
    from pong_pg.training.loop import resume, train
    from pong_pg.training.observers import Observer, RunStart
    from pong_pg.viewing.watched_training import WatchedTraining

    class Begin(Observer):
        def on_start(self, _start: RunStart) -> None:
            stop.has_begun = True

    display = WatchedTraining() if options.watch else progress_display()
    arguments: dict[str, Any] = {"observers": [Begin(), display], "should_stop": stop.asked}
    if options.resume is not None:
        if "run_dir" in settings:
            raise ConfigError("run_dir", "contradicts --resume, which names the directory already: leave it out")
        return resume(options.resume, **arguments, **settings)
    config = make_config(settings)
    made = made_run_dir(config.env) if config.run_dir is None else contextlib.nullcontext(config.run_dir)
    with made as run_dir:
        return train(dataclasses.replace(config, run_dir=run_dir), **arguments)


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
        run_dir = " ".join(map(shell_word, [str(result.run_dir), *env_arguments(result.config)]))
        # Where the learning rate is 0, nothing more is learned.
        if progress.agent_steps < (result.config.learns_until or math.inf):
            print(f"Resume:  pong-pg train --resume {run_dir}{more}")
        print(f"See it play:  pong-pg watch {run_dir}", flush=True)


def _show_game(result: TrainResult) -> None:
    """Show a game of the policy, if this process has a terminal to itself."""
    from pong_pg.commands.signals import while_playing
    from pong_pg.viewing.game_steps import Games
    from pong_pg.viewing.terminal import Terminal, check_terminal
    from pong_pg.viewing.watching import TerminalView, watch

    try:
        check_terminal()
    except PongPGError:
        return
    with contextlib.suppress(OSError):
        # A process in the background that changes its terminal is stopped.
        if os.tcgetpgrp(sys.stdin.fileno()) != os.getpgrp():
            return
    games = Games(result.policy, result.config, name=one_line(str(result.run_dir)))
    try:
        with while_playing(), Terminal() as terminal:
            scores = watch(lambda: games, TerminalView(terminal), most=1)
    except KeyboardInterrupt:
        return
    except EnvError as error:
        print(f"No game is shown: {error}")
        return
    for score in scores:
        print(f"Score of the game that was shown, opponent : policy  {score}")


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

    So does the first before the run has begun, when there is nothing to save. Once the command is about to end, those
    that still come are ignored.

    Attributes:
        signal: number of the signal that came first; None if none did.
        has_begun: whether the run has.
    """

    def __init__(self) -> None:
        self.signal: int | None = None
        self.has_begun = False
        # The terminal goes away with SIGHUP; what is printed there then would be an error.
        self._terminals = [number for number in (1, 2) if os.isatty(number)]

    def asked(self) -> bool:
        """Return whether a signal has come."""
        return self.signal is not None

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGHUP:
            self._leave_terminals()
        is_first, self.signal = self.signal is None, self.signal or number
        if not is_first or not self.has_begun:
            raise KeyboardInterrupt
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
