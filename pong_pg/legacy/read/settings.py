"""How this process runs the script: decided once from the script's files, and the same in driver and workers."""

from __future__ import annotations

from dataclasses import dataclass

from pong_pg.legacy.read.source import Context


@dataclass(frozen=True)
class Settings:
    """What the analysis of a script found; plain data that is sent to Ray's workers and to spawned children.

    Attributes:
        step_values: how many values `env.step` returns where the call itself doesn't show it: 4 or 5.
        reset_pair: whether `env.reset` returns (observation, info) where the call itself doesn't show it.
        fixed_api: the user chose the API, so what a call unpacks doesn't overrule it.
        gym: a file of the program imports gym.
        python2: the program is Python 2, so a file of it that doesn't need Python 3 is taken for Python 2.
        fixed_python: the user, or a notebook's kernel, says which Python it is, so no file overrules `python2`.
        wait_in_milliseconds: the timeouts of `ray.wait` are milliseconds, as up to Ray 0.6.1, not seconds.
        wait_unit_is_guess: nothing in the script shows for sure which of the two they are.
        same_step_reset: the script is for Gymnasium before 1.0, where vector environments began the next episode in
            the step that ended one (autoreset mode SAME_STEP).
        early_gym: the script is older than gym 0.12.5 (May 2019), so its Gym is 0.9.4 with atari-py 0.1; otherwise it
            is 0.19 with atari-py 0.2. The two differ in their random numbers and in what they print.
        early_gym_is_guess: nothing in the script shows for sure which of the two it is.
    """

    step_values: int = 4
    reset_pair: bool = False
    fixed_api: bool = False
    gym: bool = False
    python2: bool = False
    fixed_python: bool = False
    wait_in_milliseconds: bool = False
    wait_unit_is_guess: bool = False
    same_step_reset: bool = False
    early_gym: bool = False
    early_gym_is_guess: bool = False

    @property
    def context(self) -> Context:
        """What is known of a file of this program, before it is read."""
        return Context(self.python2, self.fixed_python)

    @property
    def atari_py(self) -> str:
        """The version of atari-py, "0.1" or "0.2"."""
        return "0.1" if self.early_gym else "0.2"

    @property
    def is_before_numpy_117(self) -> bool:
        """Whether the script's NumPy is older than 1.17 of July 2019, as far as it shows its age."""
        return self.python2 or self.early_gym

    @property
    def is_gym_094(self) -> bool:
        """Whether the script's Gym is 0.9.4."""
        return self.early_gym and self.step_values == 4


_current = Settings()


def current() -> Settings:
    """Return the settings of this process."""
    return _current


def use(settings: Settings) -> None:
    """Set the settings of this process."""
    global _current  # noqa: PLW0603 - one script a process, and its shims have no other way to the settings
    _current = settings
