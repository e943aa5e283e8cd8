"""Every error that pong_pg raises for a user's mistake or a broken environment; one base class."""

from __future__ import annotations

import zipfile
import zlib

# What NumPy raises of a damaged npz.
UNREADABLE_NPZ = (zipfile.BadZipFile, zlib.error, ValueError, OSError, EOFError, RuntimeError, NotImplementedError)


class PongPGError(Exception):
    """An error that the user can fix: the message is one line with the argument, the rule, the value and what to do."""


class ConfigError(PongPGError):
    """A setting is outside its range or contradicts another.

    Attributes:
        argument: the name of the field of `TrainConfig`, such as ``batch_size``.
        complaint: the rest of the sentence: the rule, the value received, what to do.
    """

    def __init__(self, argument: str, complaint: str) -> None:
        super().__init__(argument, complaint)
        self.argument = argument
        self.complaint = complaint

    def __str__(self) -> str:
        return f"{self.argument} {self.complaint}"


class MissingPackageError(PongPGError):
    """A package that this feature needs is not installed; the message names the `pip install` to run."""


class UnknownEnvError(PongPGError):
    """No environment is known by this id; the message names the nearest ones."""


class EnvError(PongPGError):
    """An environment broke its own interface, or is not one the trainer can play."""


class CheckpointError(PongPGError):
    """A file is not a checkpoint that this version can load."""


class RunDirError(PongPGError):
    """A run directory can't be used as asked for."""


class ClusterError(PongPGError):
    """Ray could not be started or reached, or its workers keep dying."""


class DivergedError(PongPGError):
    """The gradient left the range in which sums are exact, or is not finite."""


class Stopped(Exception):  # noqa: N818 - not an error: the user asked for it
    """Playing was given up because the user asked to stop."""
