"""How this process runs the script: decided once from the script's files, and the same in driver and workers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What the analysis of a script found; plain data that is sent to Ray's workers and to spawned children.

    Attributes:
        step_values: how many values `env.step` returns where the call itself doesn't show it: 4 or 5.
        reset_pair: whether `env.reset` returns (observation, info) where the call itself doesn't show it.
        fixed_api: the user chose the API, so what a call unpacks doesn't overrule it.
        python2: the program needs Python 2, so a file of it that doesn't need Python 3 is taken for Python 2.
        wait_in_milliseconds: the script is older than Ray 0.7, where the timeout of `ray.wait` was in milliseconds.
        same_step_reset: the script is for Gymnasium before 1.0, where vector environments began the next episode in
            the step that ended one (autoreset mode SAME_STEP).
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
    global _current  # noqa: PLW0603 - one script a process, and its shims have no other way to the settings
    _current = settings
