"""The command line `pong-pg`: parse the arguments, run the subcommand, and report errors in one line."""

from __future__ import annotations

import argparse
import contextlib
import io
import logging
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from pong_pg import __version__
from pong_pg.commands import bench, compare, doctor, evaluate, modernize, play, plot, record, report, run, train, watch
from pong_pg.commands.completion import OPTION, SHELLS, PrintCompletion
from pong_pg.config import option_of
from pong_pg.errors import ConfigError, PongPGError, did_you_mean, one_line

_USAGE_ERROR = 2
# In the order of `pong-pg --help`.
_COMMANDS = (train, evaluate, compare, watch, play, record, plot, report, run, modernize, doctor, bench)


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, without printing the usage."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse; what is not known is an error of the command that was given it, not of the whole command line."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            known = [name for action in self._actions for name in action.option_strings if name.startswith("--")]
            hints = (did_you_mean(argument.partition("=")[0], known) for argument in unknown)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{next(filter(None, hints), '')}")
        return options, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += did_you_mean(str(value), map(str, action.choices or ()))
            raise

    def error(self, message: str) -> NoReturn:
        self.exit(_USAGE_ERROR, f"{self.prog}: error: {message}; see  {self.prog} --help\n")


class _StderrHandler(logging.Handler):
    """Prints on what is standard error at that moment: a live display has a stream of its own there."""

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError):
            print(self.format(record), file=sys.stderr)


@contextlib.contextmanager
def _log_to_stderr() -> Iterator[None]:
    """Print the package's log on standard error, and leave the root logger to the scripts of `pong-pg run`."""
    logger = logging.getLogger("pong_pg")
    handler = _StderrHandler()
    # The package logs nothing but warnings.
    handler.setFormatter(logging.Formatter("pong-pg: warning: %(message)s"))
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = _Parser(
        prog="pong-pg",
        description="Learning to Play Pong: train small policy networks with policy gradients,\non NumPy and Ray.",
        epilog="To begin:  pong-pg train\nThe options of a command:  pong-pg COMMAND --help",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"pong-pg {__version__}")
    parser.add_argument(
        OPTION,
        action=PrintCompletion,
        choices=SHELLS,
        default=argparse.SUPPRESS,
        metavar="SHELL",
        help="print the script that completes commands and options in bash, zsh or fish",
    )
    parser._positionals.title = "commands"
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_parser(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0; 2 for input that can't be used; 1 for a run that failed on its way; 128 + the number of a signal.
    """
    _open_missing_streams()
    try:
        try:
            options = build_parser().parse_args(arguments)
            if options.run is not run.run and isinstance(sys.stdout, io.TextIOWrapper):
                # The locale may have no character for what is printed; scripts print as they do in Python.
                sys.stdout.reconfigure(errors="backslashreplace")
            with _log_to_stderr():
                return int(options.run(options))
        finally:
            sys.stdout.flush()
    except ConfigError as error:
        return _fail(f"{option_of(error.argument)} {error.complaint}")
    except PongPGError as error:
        return _fail(str(error), error.exit_status)
    except MemoryError as error:
        return _fail(f"there is not enough memory ({error}): choose smaller settings, such as --hidden", 1)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except OSError as error:
        # Of standard output: what can't be read or written otherwise is a PongPGError. Without this, Python would
        # report it again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141 if isinstance(error, BrokenPipeError) else _fail(f"the output can't be written: {error}")


def _open_missing_streams() -> None:
    """Open the standard streams that were closed when Python began, which it sets to None, on the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - for the rest of the process
            # As any standard stream: a process that is started has it, too.
            os.set_inheritable(stream.fileno(), True)
            setattr(sys, name, stream)


def _fail(message: str, status: int = _USAGE_ERROR) -> int:
    with contextlib.suppress(OSError):
        print(f"pong-pg: error: {one_line(message)}", file=sys.stderr)
    return status
