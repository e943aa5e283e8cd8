"""The configuration of a training run: the part that all algorithms have in common, and how one is made.

Each algorithm has a subclass of `TrainConfig` with its own settings, in its own folder.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from pong_pg.errors import ConfigError, check_argument
from pong_pg.html_repr import folded, table, titled
from pong_pg.registry import algorithm_names, load_algorithm
from pong_pg.settings import ABOVE_0, integer, json_mapping, one_of, path, real, setting, settings_of, string

BACKENDS = ("auto", "direct", "gym", "gymnasium", "shimmy")

# Headings of `pong-pg train --help` for the settings that every algorithm has.
STOPPING = "when to stop (at the first of those given; by default at Ctrl-C)"
RUNNING = "workers and checkpoints"
_stopping = functools.partial(setting, decides_result=False, group=STOPPING)
_running = functools.partial(setting, decides_result=False, group=RUNNING)

ConfigT = TypeVar("ConfigT", bound="TrainConfig")


class _ConfigType(type):
    """Makes `TrainConfig(algorithm="ppo", ...)` return that algorithm's configuration, and names unknown settings."""

    def __call__(cls: type[ConfigT], **settings: Any) -> ConfigT:  # type: ignore[misc]  # a metaclass' self is a class
        target: type[ConfigT] = cls
        if target is TrainConfig:
            target = cast("type[ConfigT]", config_type(settings.get("algorithm", algorithm_names()[0])))
        check_names(target, settings)
        return cast("ConfigT", type.__call__(target, **settings))


@dataclass(frozen=True, kw_only=True, init=False)
class TrainConfig(metaclass=_ConfigType):
    """The settings of a training run.

    `TrainConfig(algorithm="ppo", num_envs=16)` returns the configuration of that algorithm: a `ReinforceConfig` (the
    default) or a `PPOConfig`, which have all of these settings and their own. Every value is checked when the
    configuration is made; `dataclasses.replace` checks again.

    Settings that decide the result do so bit for bit together with the seed. The others (`iterations` and below) decide
    how long, how fast and where a run goes on, and never what the weights after a given update are.

    Raises:
        ConfigError: a value has the wrong type or is out of range, or the algorithm has no such setting.
    """

    algorithm: str = setting("", string, "the algorithm", metavar="NAME")
    env: str = setting("ALE/Pong-v5", string, "environment id", metavar="ID")
    env_kwargs: Mapping[str, Any] = setting({}, json_mapping, "keyword arguments for the environment")
    backend: str = setting(
        "auto",
        one_of(*BACKENDS),
        "what makes the environment; auto plays Pong directly on the emulator",
        metavar="NAME",
        choices=BACKENDS,
    )
    seed: int = setting(0, integer(0), "seed of all randomness")

    iterations: int | None = _stopping(None, integer(1), "updates to make in this command (default: until stopped)")
    steps: int | None = _stopping(None, integer(1), "stop after so many more agent steps")
    minutes: float | None = _stopping(
        None,
        ABOVE_0,
        "stop after so many minutes, Ray's start included; counted anew when a run is resumed",
        metavar="X",
    )
    until_return: float | None = _stopping(
        None,
        real("must be a number up to 21, the highest return of a game of Pong", lambda x: x <= 21),
        "stop once greedy evaluation games have this mean return",
        metavar="X",
    )
    eval_episodes: int = _stopping(
        0, integer(0), "greedy games to play at the end, and for --until-return (there, at least 10)"
    )
    run_dir: str | None = _running(
        None, path, "directory for config, metrics and checkpoints (default: a new one in runs/)", metavar="DIR"
    )
    workers: int | None = _running(
        None, integer(0), "Ray actors that play; 0 plays in this process without Ray (default: one per available CPU)"
    )
    address: str | None = _running(
        None,
        string,
        "Ray cluster to attach to: HOST:PORT, or auto for this machine's; local starts Ray here, which is the default",
        metavar="ADDRESS",
    )
    checkpoint_every: int = _running(10, integer(1), "updates between checkpoints")
    keep_checkpoints: int = _running(3, integer(1), "newest checkpoints to keep beside the best")

    def __init__(self, **settings: Any) -> None:
        # For type checkers alone: the metaclass makes an algorithm's configuration instead.
        raise TypeError(f"an algorithm's configuration has no __init__ of its own; got {settings}")

    def __post_init__(self) -> None:
        for name in settings_of(type(self)):
            object.__setattr__(self, name, check_setting(type(self), name, getattr(self, name)))
        if self.workers == 0 and self.address is not None:
            raise ConfigError(
                "address",
                f"contradicts workers 0, with which this process plays without Ray; got {self.address!r}: leave it "
                "out, or set workers to 1 or more",
            )

    @property
    def max_workers(self) -> int:
        """How many workers have something to do."""
        return 1

    @property
    def learns_until(self) -> int | None:
        """Agent steps after which the learning rate is 0; None if it never is."""
        return None

    @property
    def games_per_update(self) -> int | None:
        """How many games an update plays; None if a batch is not made of whole games."""
        return None

    @property
    def summary(self) -> str:
        """What an update plays, in a few words."""
        return self.algorithm

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as a dictionary that JSON can hold."""
        values = {name: getattr(self, name) for name in settings_of(type(self))}
        return {**values, "env_kwargs": dict(self.env_kwargs)}

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the settings that differ from their defaults, and the others folded away."""
        changed: list[tuple[str, Any, str]] = []
        others: list[tuple[str, Any, str]] = []
        for name, (about, default) in settings_of(type(self)).items():
            value = dict(self.env_kwargs) if name == "env_kwargs" else getattr(self, name)
            same = value == ({} if name == "env_kwargs" else default)
            (others if same else changed).append((name, value, about.help))
        contents = [table(changed)] if changed else []
        title = type(self).__name__ + ("" if changed else ", all settings at their defaults")
        return titled(title, *contents, folded(f"{len(others)} settings at their defaults", table(others)))

    def __reduce__(self) -> tuple[Any, ...]:
        # The read-only view of env_kwargs can't be pickled. By class, not by name: a worker may not have it registered.
        return _rebuilt, (type(self), self.to_dict())


def _rebuilt(config_type: type[ConfigT], settings: dict[str, Any]) -> ConfigT:
    return config_type(**settings)


class _HasConfigType(Protocol):
    @property
    def config_type(self) -> type[TrainConfig]:
        """The class of the algorithm's configurations."""


def config_type(algorithm: Any) -> type[TrainConfig]:
    """Return the configuration class of an algorithm.

    Raises:
        ConfigError: no algorithm has that name.
    """
    return cast("_HasConfigType", load_algorithm(algorithm)).config_type


def config_types() -> dict[str, type[TrainConfig]]:
    """Return the configuration classes of all algorithms, by name."""
    return {name: config_type(name) for name in algorithm_names()}


def result_settings(config: TrainConfig) -> dict[str, Any]:
    """Return the settings that decide the weights after a given update, in a form that JSON can hold."""
    values = config.to_dict()
    return {name: values[name] for name, (about, _) in settings_of(type(config)).items() if about.decides_result}


def check_config(config: object) -> None:
    """Check that the argument `config` of a function is a configuration.

    Raises:
        ArgumentError: it is something else, such as the name of a preset.
    """
    rule = "must be a pong_pg.TrainConfig, such as pong_pg.TrainConfig() or pong_pg.preset('fast')"
    check_argument(isinstance(config, TrainConfig), "config", rule, config)


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


def check_names(config_type: type[TrainConfig], settings: Mapping[str, Any]) -> None:
    """Make sure that an algorithm has these settings.

    Raises:
        ConfigError: it has not; the message names the algorithm that has it, or the nearest name.
    """
    known = settings_of(config_type)
    for name, value in settings.items():
        if name in known:
            continue
        algorithm = known["algorithm"][1]
        others = [other for other, its_type in config_types().items() if name in settings_of(its_type)]
        if others:
            raise ConfigError(
                name,
                f"belongs to algorithm {' and '.join(others)}, not to {algorithm}; got {value!r}: leave it out, or "
                "choose that algorithm",
            )
        near = difflib.get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise ConfigError(name, f"is not a setting of this version of pong_pg{hint}")


def config_from_dict(values: Mapping[str, Any]) -> TrainConfig:
    """Return the configuration that `TrainConfig.to_dict` wrote.

    `env_factory`, which config.json records beside the settings, is left out.

    Raises:
        ConfigError: a setting is unknown or out of range.
        TypeError: it is no mapping.
    """
    if not isinstance(values, Mapping):
        raise TypeError(f"a configuration must be a mapping; got {type(values).__name__}")
    settings = {name: value for name, value in values.items() if name != "env_factory"}
    return config_type(settings.get("algorithm"))(**settings)


# What `--preset` names: settings that belong together.
PRESETS: dict[str, dict[str, Any]] = {
    "reference": {"algorithm": "reinforce"},
    # They end where the learning rate has been annealed to 0.
    "fast": {"algorithm": "ppo", "steps": 2_500_000, "eval_episodes": 10},
    # Pixels are many, and each is seldom lit: smaller steps, more often.
    "pixels": {
        "algorithm": "ppo",
        "inputs": "pixels",
        "rollout_steps": 128,
        "epochs": 6,
        "learning_rate": 7e-4,
        "block_rate": 0.5,
        "value_coef": 4.0,
        "steps": 2_500_000,
        "eval_episodes": 10,
    },
    # Larger, which costs little: a step of a game looks up at most 13 rows.
    "best": {
        "algorithm": "ppo",
        "hidden": 256,
        "entropy_anneal_steps": 4_200_000,
        "anneal_steps": 6_000_000,
        "steps": 6_000_000,
        "eval_episodes": 50,
    },
}


def preset(name: str, **changes: Any) -> TrainConfig:
    """Return the configuration of a preset: "reference" (REINFORCE), "fast" (PPO), "pixels" or "best".

    "fast" is given the positions that are read off the pixels; so is "best", which is larger and trains for longer.
    "pixels" is PPO on pixels alone. All three have `steps`, so that a run ends when its learning rate has been annealed
    to 0.

    Args:
        name: the preset's.
        changes: settings of `TrainConfig` in which it is to differ.

    Raises:
        ConfigError: there is no such preset, or as `TrainConfig`.
    """
    if name not in PRESETS:
        raise ConfigError("preset", f"must be one of {', '.join(PRESETS)}; got {name!r}")
    return TrainConfig(**preset_settings(name, changes))


def preset_settings(name: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a preset with changes; a preset of one algorithm can't become one of another.

    Raises:
        ConfigError: the changes name another algorithm.
    """
    algorithm = PRESETS[name]["algorithm"]
    if changes.get("algorithm", algorithm) != algorithm:
        raise ConfigError(
            "algorithm", f"is {algorithm} in preset {name}; got {changes['algorithm']!r}: leave one of the two out"
        )
    return {**PRESETS[name], **changes}


def option_of(name: str) -> str:
    """Return what the command line calls a setting."""
    return "--env-arg" if name == "env_kwargs" else f"--{name.replace('_', '-')}"
