"""The exceptions of pong_pg, for users' mistakes and faulty environments; all errors have one base class."""

from __future__ import annotations

import difflib
import functools
import json
import os
import reprlib
import shlex
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

# A message may hold what a file says, which can be of any length.
_LONGEST_MESSAGE = 2000
# An argument may be of any length, too, such as the source of a script.
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 100


def one_line(text: str) -> str:
    """Return a text as one line that a terminal shows as it is: without control characters, and not too long."""
    text = " ".join(text.splitlines())
    if len(text) > _LONGEST_MESSAGE:
        text = f"{text[: _LONGEST_MESSAGE * 2 // 3]} [...] {text[-_LONGEST_MESSAGE // 3 :]}"
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def shell_word(text: str) -> str:
    """Return a text as one word of a shell's command line that a terminal shows as it is."""
    if text.isprintable():
        return shlex.quote(text)
    # With a double quote in it, Python writes bytes in single quotes, as a shell's $'...' has them.
    escaped = repr(b'"' + os.fsencode(text))[3:-1]
    return f"$'{escaped}'"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the end of a message about a misspelt word: ``; did you mean train?``, or "" if nothing known is near."""
    near = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean {near[0]}?" if near else ""


class PongPGError(Exception):
    """An error that the user can fix; the message is one line with the argument, the rule, the value and what to do.

    Attributes:
        exit_status: of the command line: 2 for input that can't be used, 1 for a run that failed on its way.
        retries: how often an update repeats, with another worker, what raised this in one; 0 if it would not help.
    """

    exit_status: ClassVar[int] = 2
    retries: ClassVar[int] = 0

    def __str__(self) -> str:
        return one_line(super().__str__())


class ConfigError(PongPGError):
    """A setting is outside its range or contradicts another.

    Attributes:
        argument: name of the setting, such as ``batch_size``.
        complaint: the rest of the message: the rule, the value received, what to do.
    """

    def __init__(self, argument: str, complaint: str) -> None:
        super().__init__(argument, complaint)
        self.argument = argument
        self.complaint = complaint

    def __str__(self) -> str:
        return one_line(f"{self.argument} {self.complaint}")


class ArgumentError(PongPGError, TypeError, ValueError):
    """An argument of a function or method has the wrong type or is out of range."""


def check_argument(valid: bool, name: str, rule: str, value: object) -> None:
    """Check an argument of a public function.

    Args:
        valid: whether it is as it must be.
        name: its name.
        rule: what it must be, and if that is not clear from it, what to do.
        value: its value.

    Raises:
        ArgumentError: it is not valid.
    """
    if not valid:
        raise ArgumentError(f"{name} {rule}; got {_SHORT.repr(value)}")


def check_path(name: str, path: object) -> None:
    """Check an argument that names a file or a directory.

    Raises:
        ArgumentError: it is neither a string nor an `os.PathLike`, or empty.
    """
    # `Path` would make an empty one the current directory.
    valid = isinstance(path, str | os.PathLike) and path != ""
    check_argument(valid, name, "must be a non-empty string or a pathlib.Path", path)


class MissingPackageError(PongPGError):
    """A package that this feature needs is not installed; the message names the `pip install` to run."""


class UnknownEnvError(PongPGError):
    """No environment has this id; the message names the nearest ids."""


class EnvError(PongPGError):
    """An environment violates its API, can't be made as requested, or can't be played."""


class EnvFailedError(EnvError):
    """An environment raised an exception while it was played; the message has its type and text."""

    exit_status = 1
    retries = 4


class CheckpointError(PongPGError):
    """A file is not a checkpoint that this version can load."""


class RunDirError(PongPGError):
    """A run directory can't be used as requested."""


class RunDirLostError(RunDirError):
    """A run directory could no longer be written when the run ended; the message says where the result is instead."""

    exit_status = 1


class ClusterError(PongPGError):
    """Ray can't be started or reached, or its workers keep dying."""


class ClusterLostError(ClusterError):
    """The Ray cluster no longer answers, or its workers keep failing, in the middle of a run."""

    exit_status = 1


class FailedGame(NamedTuple):
    """The update, and the game if it is known, in which a number is not finite; both count from 0.

    Attributes:
        update: number of the update.
        game: index of the game in its batch, or with PPO in its environment; None where all games of the update have
            contributed.
        env_seed: seed of the environment's `reset`; None where `game` is.
        environment: number of PPO's environment, from 0; None for REINFORCE.
    """

    update: int
    game: int | None = None
    env_seed: int | None = None
    environment: int | None = None

    def __str__(self) -> str:
        if self.game is None:
            return f"update {self.update + 1}"
        environment = "" if self.environment is None else f"environment {self.environment + 1}, "
        return f"update {self.update + 1}, {environment}game {self.game + 1}, environment seed {self.env_seed}"


class NotFiniteError(PongPGError):
    """A number of the training is not finite: the base class of `DivergedError` and `RewardError`.

    Attributes:
        complaint: which number, and what to do.
        game: where it was found; None if that is not known yet.
    """

    exit_status = 1

    def __init__(self, complaint: str, game: FailedGame | None = None) -> None:
        super().__init__(complaint, game)
        self.complaint = complaint
        self.game = game

    def __str__(self) -> str:
        return one_line(self.complaint if self.game is None else f"{self.game}: {self.complaint}")


class DivergedError(NotFiniteError):
    """A gradient or a weight is not finite, or a gradient is outside the range in which sums are exact."""


class RewardError(NotFiniteError, EnvError):
    """An environment has returned a reward that is not finite."""


class Stopped(Exception):  # noqa: N818 - not an error: the user requested it
    """A rollout was abandoned because the user requested a stop."""


def pip_install(extra: str) -> str:
    """Return the command that installs an extra, from the folder or file that pip installed the package from."""
    origin = _origin()
    return f"pip install 'pong-pg[{extra}]{f' @ {origin}' if origin.startswith('file:') else ''}'"


@functools.cache
def _origin() -> str:
    """Return the URL that pip installed the package from, see PEP 610; "" if it was by its name."""
    from importlib import metadata

    try:
        text = metadata.distribution("pong-pg").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return ""
    return str(json.loads(text or "{}").get("url", ""))
