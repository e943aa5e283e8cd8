"""The command `pong-pg`: reads the words, hands them to the command that is meant, and turns errors into one line."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from pong_pg._about import __version__
from pong_pg.commands import bench, compare, evaluate, run, train
from pong_pg.config import option_of
from pong_pg.errors import ConfigError, PongPGError

_USAGE_ERROR = 2
_COMMANDS = (train, run, evaluate, compare, bench)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the page of usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(_USAGE_ERROR, f"{self.prog}: error: {message}; see  {self.prog} --help\n")


class _Formatter(logging.Formatter):
    """Writes a record as the command's other messages: `pong-pg: warning: ...`."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name of the base class
        return f"pong-pg: {record.levelname.lower()}: {record.message}"


@contextmanager
def _warnings_shown() -> Iterator[None]:
    """Show the package's warnings on standard error, and leave the root logger to the scripts of `pong-pg run`."""
    logger = logging.getLogger("pong_pg")
    handler = logging.StreamHandler()
    handler.setFormatter(_Formatter())
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = _Parser(
        prog="pong-pg",
        description="Learning to Play Pong: a small NumPy policy network, trained by Ray actors on the real game.",
    )
    parser.add_argument("--version", action="version", version=f"pong-pg {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for command in _COMMANDS:
        command.add_parser(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0, 2 for a user's mistake, 128 + a signal's number."""
    options = build_parser().parse_args(arguments)
    try:
        with _warnings_shown():
            return int(options.run(options))
    except ConfigError as error:
        return _fail(f"{option_of(error.argument)} {error.complaint}")
    except PongPGError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read the output is gone; Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _fail(message: str) -> int:
    print(f"pong-pg: error: {' '.join(message.splitlines())}", file=sys.stderr)
    return _USAGE_ERROR
