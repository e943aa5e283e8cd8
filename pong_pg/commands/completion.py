"""`pong-pg --print-completion SHELL`: the script that completes commands, options and their values in a shell.

shtab makes it from the parser when it is asked for, so that pressing Tab starts no Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

SHELLS = ("bash", "zsh", "fish")
OPTION = "--print-completion"

# What the placeholders of arguments stand for.
_FILES = frozenset({"ARGS", "FILE", "PATH", "SCRIPT", "SCRIPT|NOTEBOOK|FOLDER"})
_DIRECTORIES = frozenset({"DIR"})
# A policy: a directory, a checkpoint, a save.p or a name.
_POLICIES = frozenset({"POLICY", "RUN"})
_NAMES = "best fast reference"
_COMPLETE_POLICY = {
    "bash": "_pong_pg_policy",
    "zsh": "_pong_pg_policy",
    "fish": f"{_NAMES} (__fish_complete_path (commandline -ct) "
    r"| string match -er '^[^\t]*(?:/|[.]npz|[.]p)(?:\t|\z)')",
}
_FUNCTIONS = {
    "bash": f"""_pong_pg_policy() {{
  compgen -W "{_NAMES}" -- "$1"
  compgen -d -- "$1"
  compgen -f -X '!*.npz' -- "$1"
  compgen -f -X '!*.p' -- "$1"
}}""",
    "zsh": f"""_pong_pg_policy() {{
  _alternative 'names:name:({_NAMES})' 'files:policy:_files -g "*.(npz|p)"'
}}""",
}


class PrintCompletion(argparse.Action):
    """Prints the script and ends the program, as `--version` does."""

    def __call__(self, parser: argparse.ArgumentParser, _namespace: object, values: Any, _option: Any = None) -> None:
        """Print the script for a shell.

        Raises:
            MissingPackageError: shtab is not installed.
        """
        print(completion_script(parser, values))
        parser.exit()


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the script of a shell that completes what a parser takes.

    Args:
        parser: of the whole command line; its actions are changed, so that it is good for nothing else afterwards.
        shell: one of `SHELLS`.

    Raises:
        MissingPackageError: shtab is not installed.
    """
    from pong_pg.compat._versions import require
    from pong_pg.compat.ids import PONG_IDS

    shtab = require("shtab", OPTION)
    for action in _actions(parser):
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        if metavar in _DIRECTORIES:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]  # what shtab looks for
        elif metavar in _POLICIES:
            action.complete = _COMPLETE_POLICY  # type: ignore[attr-defined]  # as above
        elif metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # as above
        elif metavar == "ID":
            action.choices = tuple(PONG_IDS)
        elif metavar.startswith("{"):
            # Names that are checked later than the parser's choices.
            action.choices = metavar.strip("{}").split(",")
    return str(shtab.complete(parser, shell=shell, preamble=_FUNCTIONS))


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action._get_subactions():
                child = action.choices[command.dest]
                # What shells show beside the command; the description is several sentences.
                child.description = command.help
                yield from _actions(child)
        else:
            yield action
