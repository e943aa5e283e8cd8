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

ALGORITHMS = ("reinforce", "ppo")
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


_FROM_0_TO_1 = _real("must be a number from 0 to 1", lambda x: 0 <= x <= 1)
_AT_LEAST_0 = _real("must be a number of at least 0", lambda x: x >= 0)


def _path(value: Any) -> str:
    return _text(os.fspath(value) if isinstance(value, os.PathLike) else value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("must be a text of at least one character")
    return value


def _one_of(*choices: Any) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        for choice in choices:
            if value == choice or value == str(choice):
                return choice
        raise ValueError(f"must be one of {', '.join(map(str, choices))}")

    return check


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
    choices: tuple[str, ...] | None = None,
) -> Any:
    """Return a field. A default that is a mapping says what it is by algorithm; the others have no such setting."""
    by_algorithm = default if isinstance(default, Mapping) and default else None
    metadata = {
        "by_algorithm": by_algorithm,
        "choices": choices,
        "option": option,
        "check": check,
        "help": help_text,
        "decides_result": decides_result,
        "metavar": metavar,
        "optional": optional,
    }
    if by_algorithm is not None:
        return dataclasses.field(default=None, metadata=metadata)
    if isinstance(default, dict):
        return dataclasses.field(default_factory=dict, hash=False, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True)
class TrainConfig:
    """All settings of a training run; the defaults are the reference's hyperparameters.

    Every field is checked when the object is made; `dataclasses.replace` checks again. The first group decides
    the result bit for bit together with the seed; the second group (`iterations` and below) decides how long,
    how fast and where, and never what the weights after a given update are.

    Some settings belong to one algorithm, and some have another default for each. They are None until the object is
    made; then they have the algorithm's default, and those of the other algorithm are still None.

    Raises:
        ConfigError: a value has the wrong type or is out of range, or a setting is the other algorithm's.
    """

    algorithm: str = _setting(
        "reinforce",
        _one_of(*ALGORITHMS),
        "how it learns: the reference's plain policy gradient, or PPO, which learns far sooner",
        metavar="NAME",
        choices=ALGORITHMS,
    )
    env: str = _setting("ALE/Pong-v5", _text, "environment id", metavar="ID")
    env_kwargs: Mapping[str, Any] = _setting({}, _kwargs, "keyword arguments for the environment", option="--env-arg")
    backend: str = _setting(
        "auto",
        _one_of(*BACKENDS),
        "who makes the environment; auto plays Pong straight on the emulator",
        metavar="NAME",
        choices=BACKENDS,
    )
    # 65,536 games of the largest gradient that a game may have still add up exactly in 63 bits (exact_sum.py).
    batch_size: int = _setting({"reinforce": 10}, _whole(1, 65_536), "games per update")
    parallel_games: int = _setting({"ppo": 32}, _whole(1, 65_536), "games that go on side by side")
    segment_steps: int = _setting({"ppo": 128}, _whole(1, 65_536), "agent steps of each of them per update")
    final_segment_steps: int = _setting(
        {"ppo": 512}, _whole(1, 65_536), "what these become, in a straight line: larger batches are less noisy"
    )
    hidden: int = _setting({"reinforce": 200, "ppo": 128}, _whole(1, 65_536), "hidden units of the policy")
    actions: int = _setting({"ppo": 3}, _one_of(2, 3), "3: stay, up and down; 2: up and down, as the reference")
    learning_rate: float = _setting(
        {"reinforce": 1e-4, "ppo": 1.5e-3},
        _real("must be a number above 0 and at most 1", lambda x: 0 < x <= 1),
        "size of a step, of RMSProp or of Adam; PPO's falls",
        metavar="X",
    )
    final_learning_rate: float = _setting(
        {"ppo": 0.0}, _FROM_0_TO_1, "what PPO's learning rate falls to, in a straight line", metavar="X"
    )
    anneal_steps: int = _setting(
        {"ppo": 4_000_000},
        _whole(1),
        "agent steps over which learning rate and segments come to their final values",
    )
    gamma: float = _setting({"reinforce": 0.99, "ppo": 0.995}, _FROM_0_TO_1, "discount of later rewards", metavar="X")
    decay_rate: float = _setting(
        {"reinforce": 0.99},
        _real("must be a number from 0 to below 1", lambda x: 0 <= x < 1),
        "decay of RMSProp's mean of squared gradients",
        metavar="X",
    )
    gae_lambda: float = _setting(
        {"ppo": 0.95}, _FROM_0_TO_1, "how far advantages look: 0 a step, 1 to the end of the rally", metavar="X"
    )
    passes: int = _setting({"ppo": 4}, _whole(1, 1000), "times that each batch is learnt from")
    minibatches: int = _setting({"ppo": 8}, _whole(1, 65_536), "parts of a batch, each of which is a step of Adam")
    clip: float = _setting(
        {"ppo": 0.2},
        _real("must be a number above 0", lambda x: x > 0),
        "how far the ratio of new to old probability may move from 1",
        metavar="X",
    )
    max_kl: float = _setting(
        {"ppo": 0.06},
        _real("must be a number above 0", lambda x: x > 0),
        "no more is learnt from a batch once the policy has moved so far from what it was, in nats",
        metavar="X",
    )
    value_weight: float = _setting({"ppo": 0.5}, _AT_LEAST_0, "weight of the value's error in the loss", metavar="X")
    entropy_weight: float = _setting(
        {"ppo": 0.02}, _AT_LEAST_0, "weight of the policy's entropy; falls to 0 in a straight line", metavar="X"
    )
    entropy_steps: int = _setting({"ppo": 1_500_000}, _whole(1), "agent steps over which the entropy's weight falls")
    average_decay: float = _setting(
        {"ppo": 0.9},
        _real("must be a number from 0 to below 1", lambda x: 0 <= x < 1),
        "what an update keeps of the averaged weights, which evaluation plays with; 0: the last weights themselves",
        metavar="X",
    )
    max_gradient_norm: float = _setting(
        {"ppo": 0.5},
        _real("must be a number above 0", lambda x: x > 0),
        "longer gradients are shortened to it",
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
    steps: int | None = _setting(
        None, _whole(1), "stop after so many more agent steps", decides_result=False, optional=True
    )
    minutes: float | None = _setting(
        None,
        _real("must be a number above 0", lambda x: x > 0),
        "stop after so many minutes, Ray's start included; counted anew when a run is resumed",
        decides_result=False,
        metavar="X",
        optional=True,
    )
    until_return: float | None = _setting(
        None,
        _real("must be a number up to 21, the most that a game of Pong returns", lambda x: x <= 21),
        "stop once greedy evaluation games have this mean return",
        decides_result=False,
        metavar="X",
        optional=True,
    )
    evaluation_games: int = _setting(
        0,
        _whole(0),
        "greedy games to play at the end, and for --until-return (there, at least 10)",
        decides_result=False,
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
    checkpoint_every: int = _setting(
        {"reinforce": 10, "ppo": 50}, _whole(1), "updates between checkpoints", decides_result=False
    )
    keep_checkpoints: int = _setting(3, _whole(1), "newest checkpoints to keep beside the best", decides_result=False)

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = check_setting(field.name, getattr(self, field.name))
            by_algorithm = field.metadata["by_algorithm"]
            if by_algorithm is not None:
                if value is None:
                    value = by_algorithm.get(self.algorithm)
                elif self.algorithm not in by_algorithm:
                    raise ConfigError(
                        field.name,
                        f"belongs to --algorithm {' and '.join(by_algorithm)}, not to {self.algorithm}; got {value!r}: "
                        "leave it out, or choose that algorithm",
                    )
            object.__setattr__(self, field.name, value)
        if self.algorithm == "ppo":
            steps = self.parallel_games * min(self.segment_steps, self.final_segment_steps)
            if self.minibatches > steps:
                raise ConfigError(
                    "minibatches",
                    f"must be at most the {steps} steps of a batch, parallel games times segment steps; "
                    f"got {self.minibatches}",
                )

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as a dictionary that JSON can hold, without those of the other algorithm."""
        values = {
            name: getattr(self, name)
            for name, field in SETTINGS.items()
            if self.algorithm in (field.metadata["by_algorithm"] or ALGORITHMS)
        }
        return {**values, "env_kwargs": dict(self.env_kwargs)}

    def __reduce__(self) -> tuple[Any, ...]:
        # The read-only view of env_kwargs can't be pickled.
        return config_from_dict, (self.to_dict(),)

    def result_settings(self) -> dict[str, Any]:
        """Return only the settings that decide the weights after a given update."""
        return {name: getattr(self, name) for name in RESULT_SETTINGS}


SETTINGS: dict[str, dataclasses.Field[Any]] = {field.name: field for field in dataclasses.fields(TrainConfig)}
RESULT_SETTINGS = tuple(name for name, field in SETTINGS.items() if field.metadata["decides_result"])


# What `--preset` names: settings that belong together.
PRESETS: dict[str, dict[str, Any]] = {
    "reference": {"algorithm": "reinforce"},
    "fast": {"algorithm": "ppo", "evaluation_games": 10},
}


def preset(name: str, **changes: Any) -> TrainConfig:
    """Return the settings of a preset: "reference" (REINFORCE as published) or "fast" (PPO at its best).

    Args:
        name: the preset's.
        changes: settings of `TrainConfig` that are to differ from it.

    Raises:
        ConfigError: there is no such preset, or as `TrainConfig`.
    """
    if name not in PRESETS:
        raise ConfigError("preset", f"must be one of {', '.join(PRESETS)}; got {name!r}")
    return TrainConfig(**preset_settings(name, changes))


def preset_settings(name: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a preset sets, with changes to it; a preset of one algorithm is not made one of the other.

    Raises:
        ConfigError: the changes name the other algorithm.
    """
    algorithm = PRESETS[name]["algorithm"]
    if changes.get("algorithm", algorithm) != algorithm:
        raise ConfigError(
            "algorithm", f"is {algorithm} in --preset {name}; got {changes['algorithm']!r}: leave one of the two out"
        )
    return {**PRESETS[name], **changes}


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
    if value is None and (metadata["optional"] or metadata["by_algorithm"]):
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
