"""`pong-pg --print-completion SHELL`: the script that completes commands, options and their values in a shell.

shtab makes it from the parser when it is asked for, so that pressing Tab starts no Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from pong_pg.commands.options import file_path

SHELLS = ("bash", "zsh", "fish")
OPTION = "--print-completion"

# What the placeholders of arguments stand for.
_FILES = frozenset({"ARGS", "CHECKPOINT", "FILE", "PATH", "RUN", "SCRIPT", "SCRIPT|NOTEBOOK|FOLDER"})
_DIRECTORIES = frozenset({"DIR"})
# Of these arguments, named by their placeholders, a policy may also be given by a name; those that are paths are
# directories of runs.
_POLICIES = frozenset({"CHECKPOINT", "RUN"})


class PrintCompletion(argparse.Action):
    """Prints the script and ends the program, as `--version` does."""

    def __init__(self, option_strings: Sequence[str], dest: str, **about: Any) -> None:
        super().__init__(option_strings, dest, default=argparse.SUPPRESS, choices=SHELLS, **about)

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
        parser: of the whole command line; its actions get the attribute `complete`, which shtab reads.
        shell: one of `SHELLS`.

    Raises:
        MissingPackageError: shtab is not installed.
    """
    from pong_pg.compat._versions import require

    shtab = require("shtab", OPTION)
    for action in _actions(parser):
        completer = _completer(action, shtab)
        if completer is not None:
            action.complete = completer  # type: ignore[attr-defined]  # what shtab looks for
    return str(shtab.complete(parser, shell=shell))


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


def _completer(action: argparse.Action, shtab: Any) -> dict[str, Any] | None:
    """Return what shtab is to complete an argument's value with; None for its choices, or for nothing."""
    from pong_pg.compat.ids import PONG_IDS
    from pong_pg.evaluation.pretrained import PRETRAINED

    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if metavar in _DIRECTORIES or (metavar in _POLICIES and action.type is file_path):
        return dict(shtab.DIRECTORY)
    if metavar.startswith("{"):
        # Names that are checked later than the parser's choices.
        return _words(action.dest, metavar.strip("{}").split(","))
    if metavar in _POLICIES:
        return _words(action.dest, PRETRAINED, files=True)
    if metavar == "ID":
        return _words(action.dest, list(PONG_IDS))
    return dict(shtab.FILE) if metavar in _FILES and action.choices is None else None


def _words(dest: str, words: Sequence[str], *, files: bool = False) -> dict[str, Any]:
    """Return a completion of the argument `dest` by words, and by files as well."""
    # shtab marks directories by a slash where the name of the function says that it completes files.
    name = f"_pong_pg_{dest}" + ("_file" if files else "")
    listed = " ".join(words)
    bash = f'compgen -W "{listed}" -- "$1"' + ('\n  compgen -f -- "$1"' if files else "")
    zsh = f"compadd -- {listed}" + ("\n  _files" if files else "")
    fish = f"printf '%s\\n' {listed}" + ("\n  __fish_complete_path (commandline -ct)" if files else "")
    return {
        "bash": name,
        "zsh": name,
        "fish": f"({name})",
        "preamble": {
            "bash": f"{name}() {{\n  {bash}\n}}",
            "zsh": f"{name}() {{\n  {zsh}\n}}",
            "fish": f"function {name}\n  {fish}\nend",
        },
    }
