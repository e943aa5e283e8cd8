"""How this process treats the script: decided once from the script's files, the same in driver and workers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What the analysis of a script found; plain data, so that it travels to Ray's workers and spawned children.

    Attributes:
        step_values: how many values `env.step` gives where the place of the call doesn't say: 4 or 5.
        reset_pair: whether `env.reset` gives (observation, info) where the place of the call doesn't say.
        fixed_api: the user said which of the two it is, so no place of a call decides for itself.
        python2: the program needs Python 2, so a file of it that doesn't say otherwise is taken for Python 2.
        wait_in_milliseconds: the script is older than Ray 0.7, where the timeout of `ray.wait` was in milliseconds.
        same_step_reset: the script is for Gymnasium before 1.0, where environments that are stepped together began
            their next episode in the step that ended one.
    """

    step_values: int = 4
    reset_pair: bool = False
    fixed_api: bool = False
    python2: bool = False
    wait_in_milliseconds: bool = False
    same_step_reset: bool = False


_current = Settings()


def current() -> Settings:
    """Return the settings of this process."""
    return _current


def use(settings: Settings) -> None:
    """Set the settings of this process."""
    global _current  # noqa: PLW0603 - one script a process; its shims have no other way to it
    _current = settings
