"""The configuration of a training run: the settings that all algorithms have in common.

Each algorithm has a subclass of `TrainConfig` with its own settings, in its own folder.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pong_pg.errors import ConfigError
from pong_pg.settings import ABOVE_0, integer, json_mapping, one_of, path, real, setting, settings_of, string

BACKENDS = ("auto", "direct", "gym", "gymnasium", "shimmy")

# Heading of `pong-pg train --help` for settings of every algorithm, and of PPO.
RUNNING = "workers and checkpoints"
_running = functools.partial(setting, decides_result=False, group=RUNNING)
_stopping = functools.partial(_running, group="when to stop (at the first that is reached, or at Ctrl-C)")


@dataclass(frozen=True, kw_only=True)
class TrainConfig:
    """The settings of a training run: the base class of `ReinforceConfig` and `PPOConfig`, which have their own, too.

    Every value is checked when a configuration is made; `dataclasses.replace` checks again.

    Settings that decide the result do so bit for bit together with the seed. The others (`iterations` and below) decide
    how long, how fast and where a run goes on, and never what the weights after a given update are.

    Raises:
        ConfigError: a value has the wrong type or is out of range.
    """

    algorithm: str = setting("", string, "the algorithm", metavar="NAME")
    env: str = setting("ALE/Pong-v5", string, "environment id", metavar="ID")
    env_kwargs: Mapping[str, Any] = setting({}, json_mapping, "keyword arguments for the environment")
    backend: str = setting(
        "auto",
        one_of(*BACKENDS),
        "what makes the environment; auto plays Pong directly on the emulator",
        metavar=f"{{{','.join(BACKENDS)}}}",
    )
    seed: int = setting(0, integer(0), "seed of all randomness")

    iterations: int | None = _stopping(None, integer(1), "stop after so many more updates")
    total_timesteps: int | None = _stopping(None, integer(1), "stop after so many more agent steps")
    seconds: float | None = _stopping(None, ABOVE_0, "stop after so many seconds of this command", metavar="X")
    until_return: float | None = _stopping(
        None,
        real("must be a number up to 21, the highest return of a game of Pong", lambda x: x <= 21),
        "stop once greedy games, --n-eval-episodes or at least 10, have this mean return",
        metavar="X",
    )
    n_eval_episodes: int = _stopping(0, integer(0), "greedy games at the end; fast 10, best 50")
    run_dir: str | None = _running(None, path, "directory to write to (default: a new one in runs/)", metavar="DIR")
    workers: int | None = _running(None, integer(0), "Ray actors that play (default: threads play)")
    address: str | None = _running(None, string, "Ray cluster that plays: HOST:PORT, auto or local", metavar="ADDRESS")
    checkpoint_every: int = _running(10, integer(1), "updates between checkpoints")
    keep_checkpoints: int = _running(3, integer(1), "newest checkpoints to keep beside the best")

    def __post_init__(self) -> None:
        if type(self) is TrainConfig:
            raise TypeError("TrainConfig has no algorithm: make a ReinforceConfig or a PPOConfig")
        for name in settings_of(type(self)):
            object.__setattr__(self, name, check_setting(type(self), name, getattr(self, name)))
        if self.workers == 0 and self.address is not None:
            raise ConfigError(
                "address",
                f"contradicts workers 0, with which this process plays without Ray; got {self.address!r}: leave it "
                "out, or set workers to 1 or more",
            )

    @property
    def uses_ray(self) -> bool:
        """Whether Ray actors play: so many of them, or a cluster, were asked for."""
        return bool(self.workers) or self.address is not None

    @property
    def max_workers(self) -> int:
        """How many workers have something to do."""
        return 1

    @property
    def learns_until(self) -> int | None:
        """Agent steps after which the learning rate is 0; None if it never is."""
        return None

    @property
    def summary(self) -> str:
        """What an update plays, in a few words."""
        return self.algorithm

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as a dictionary that JSON can hold."""
        values = {name: getattr(self, name) for name in settings_of(type(self))}
        return {**values, "env_kwargs": dict(self.env_kwargs)}

    def __reduce__(self) -> tuple[Any, ...]:
        # The read-only view of env_kwargs can't be pickled. By class, not by name: a worker may not have it registered.
        return functools.partial(type(self), **self.to_dict()), ()


def result_settings(config: TrainConfig) -> dict[str, Any]:
    """Return the settings that decide the weights after a given update, in a form that JSON can hold."""
    values = config.to_dict()
    return {name: values[name] for name, (about, _) in settings_of(type(config)).items() if about.decides_result}


def check_setting(config_type: type[TrainConfig], name: str, value: Any) -> Any:
    """Return `value` as the field `name` of a configuration class holds it.

    Raises:
        ConfigError: the value has the wrong type or is out of range.
    """
    about, default = settings_of(config_type)[name]
    if value is None and default is None:
        return None
    try:
        return about.check(value)
    except ValueError as error:
        raise ConfigError(name, f"{error}; got {value!r}") from None


def option_of(name: str) -> str:
    """Return what the command line calls a setting."""
    return "--env-arg" if name == "env_kwargs" else f"--{name.replace('_', '-')}"


def env_arguments(config: TrainConfig) -> list[str]:
    """Return the words of a command line that name the environment, where it is not the default."""
    words = []
    for name in ("env", "backend"):
        if (value := getattr(config, name)) != settings_of(type(config))[name][1]:
            words += [option_of(name), value]
    for name, argument in config.env_kwargs.items():
        words += ["--env-arg", f"{name}={json.dumps(argument)}"]
    return words
