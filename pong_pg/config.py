"""The settings of a training run: one frozen, validated dataclass that feeds the command line too."""

from __future__ import annotations

import dataclasses
import json
import math
import operator
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pong_pg.errors import ConfigError

BACKENDS = ("auto", "direct", "gym", "gymnasium", "shimmy")


def _whole(low: int, high: int | None = None) -> Callable[[Any], int]:
    rule = (
        f"must be a whole number of at least {low}" if high is None else f"must be a whole number from {low} to {high}"
    )

    def check(value: Any) -> int:
        try:
            if isinstance(value, bool):
                raise TypeError
            number = int(value) if isinstance(value, str) else operator.index(value)
        except (TypeError, ValueError):
            raise ValueError(rule) from None
        if number < low or (high is not None and number > high):
            raise ValueError(rule)
        return number

    return check


def _real(rule: str, within: Callable[[float], bool]) -> Callable[[Any], float]:
    def check(value: Any) -> float:
        try:
            if isinstance(value, bool):
                raise TypeError
            number = float(value)
        except (OverflowError, TypeError, ValueError):
            raise ValueError(rule) from None
        if not (math.isfinite(number) and within(number)):
            raise ValueError(rule)
        return number

    return check


def _path(value: Any) -> str:
    return _text(os.fspath(value) if isinstance(value, os.PathLike) else value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("must be a text of at least one character")
    return value


def _backend(value: Any) -> str:
    if value not in BACKENDS:
        raise ValueError(f"must be one of {', '.join(BACKENDS)}")
    return str(value)


def _kwargs(value: Any) -> Mapping[str, Any]:
    rule = "must map names to values that JSON can hold"
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise ValueError(rule)
    try:
        # A copy through JSON: the config is what config.json says, whatever the caller does to his mapping later.
        return MappingProxyType(json.loads(json.dumps(dict(value), allow_nan=False)))
    except (TypeError, ValueError):
        raise ValueError(rule) from None


def _setting(
    default: Any,
    check: Callable[[Any], Any],
    help_text: str,
    *,
    decides_result: bool = True,
    metavar: str = "N",
    optional: bool = False,
    option: str | None = None,
) -> Any:
    metadata = {
        "option": option,
        "check": check,
        "help": help_text,
        "decides_result": decides_result,
        "metavar": metavar,
        "optional": optional,
    }
    if isinstance(default, dict):
        return dataclasses.field(default_factory=dict, hash=False, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True)
class TrainConfig:
    """All settings of a training run; the defaults are the reference's hyperparameters.

    Every field is checked when the object is made; `dataclasses.replace` checks again. The first group decides
    the result bit for bit together with the seed; the second group (`iterations` and below) decides how long,
    how fast and where, and never what the weights after a given update are.

    Raises:
        ConfigError: a value has the wrong type or is out of range.
    """

    env: str = _setting("ALE/Pong-v5", _text, "environment id", metavar="ID")
    env_kwargs: Mapping[str, Any] = _setting({}, _kwargs, "keyword arguments for the environment", option="--env-arg")
    backend: str = _setting(
        "auto",
        _backend,
        "who makes the environment; auto plays Pong straight on the emulator",
        metavar="NAME",
    )
    # 65,536 games of the largest gradient that a game may have still add up exactly in 63 bits (exact_sum.py).
    batch_size: int = _setting(10, _whole(1, 65_536), "games per update")
    hidden: int = _setting(200, _whole(1, 65_536), "hidden units of the policy")
    learning_rate: float = _setting(
        1e-4,
        _real("must be a number above 0 and at most 1", lambda x: 0 < x <= 1),
        "size of an RMSProp step",
        metavar="X",
    )
    gamma: float = _setting(
        0.99,
        _real("must be a number from 0 to 1", lambda x: 0 <= x <= 1),
        "discount of later rewards",
        metavar="X",
    )
    decay_rate: float = _setting(
        0.99,
        _real("must be a number from 0 to below 1", lambda x: 0 <= x < 1),
        "decay of RMSProp's mean of squared gradients",
        metavar="X",
    )
    seed: int = _setting(0, _whole(0), "all randomness comes from it")

    iterations: int | None = _setting(
        None,
        _whole(1),
        "updates to make in this command (default: until stopped)",
        decides_result=False,
        optional=True,
    )
    workers: int | None = _setting(
        None,
        _whole(0),
        "Ray actors that play; 0 plays in this process without Ray (default: one per available CPU)",
        decides_result=False,
        optional=True,
    )
    address: str | None = _setting(
        None,
        _text,
        "Ray cluster to attach to: HOST:PORT, or auto for this machine's; local starts Ray here, which is the default",
        decides_result=False,
        metavar="ADDRESS",
        optional=True,
    )
    run_dir: str | None = _setting(
        None,
        _path,
        "directory for config, metrics and checkpoints (default: a new one in runs/)",
        decides_result=False,
        metavar="DIR",
        optional=True,
    )
    checkpoint_every: int = _setting(10, _whole(1), "updates between checkpoints", decides_result=False)
    keep_checkpoints: int = _setting(3, _whole(1), "newest checkpoints to keep beside the best", decides_result=False)

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            object.__setattr__(self, field.name, check_setting(field.name, value))

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as a dictionary that JSON can hold."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {**values, "env_kwargs": dict(self.env_kwargs)}

    def __reduce__(self) -> tuple[Any, ...]:
        # The read-only view of env_kwargs can't be pickled.
        return config_from_dict, (self.to_dict(),)

    def result_settings(self) -> dict[str, Any]:
        """Return only the settings that decide the weights after a given update."""
        return {name: getattr(self, name) for name in RESULT_SETTINGS}


SETTINGS: dict[str, dataclasses.Field[Any]] = {field.name: field for field in dataclasses.fields(TrainConfig)}
RESULT_SETTINGS = tuple(name for name, field in SETTINGS.items() if field.metadata["decides_result"])


def option_of(name: str) -> str:
    """Return what the command line calls a setting."""
    special = SETTINGS[name].metadata["option"] if name in SETTINGS else None
    return special or f"--{name.replace('_', '-')}"


def check_setting(name: str, value: Any) -> Any:
    """Return `value` as the field `name` of `TrainConfig` holds it.

    Raises:
        ConfigError: the value has the wrong type or is out of range.
    """
    metadata = SETTINGS[name].metadata
    if value is None and metadata["optional"]:
        return None
    try:
        return metadata["check"](value)
    except ValueError as error:
        raise ConfigError(name, f"{error}; got {value!r}") from None


def config_from_dict(values: Mapping[str, Any]) -> TrainConfig:
    """Return the config that `TrainConfig.to_dict` wrote.

    Raises:
        ConfigError: a setting is unknown or out of range.
    """
    for name in values:
        if name not in SETTINGS:
            raise ConfigError(name, "is not a setting of this version of pong_pg")
    return TrainConfig(**values)
