"""The fields of a configuration: how each value is checked, and how the command line describes it."""

from __future__ import annotations

import dataclasses
import json
import math
import operator
import os
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any


@dataclasses.dataclass(frozen=True)
class Setting:
    """The metadata of a configuration field.

    Attributes:
        check: converts a value, also the string of the command line; raises ValueError with the rule it breaks.
        help: one line for ``--help``.
        metavar: the placeholder of its value there.
        decides_result: together with the seed it decides the weights after a given update, bit for bit. The others
            say how long, how fast and where a run goes on, and may change when it is resumed.
        group: the heading of ``--help`` under which it is listed.
    """

    check: Callable[[Any], Any]
    help: str
    metavar: str = "N"
    decides_result: bool = True
    group: str = ""


_KEY = "setting"


def setting(default: Any, check: Callable[[Any], Any], help_text: str, **about: Any) -> Any:
    """Return a dataclass field with this default; the other arguments are the attributes of `Setting`.

    A default of None makes None a value, too.
    """
    metadata = {_KEY: Setting(check, help_text, **about)}
    if isinstance(default, dict):
        return dataclasses.field(default_factory=dict, hash=False, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def settings_of(config_type: type[Any]) -> dict[str, tuple[Setting, Any]]:
    """Return each field of a configuration class: what is known of it, and its default."""
    return {field.name: (field.metadata[_KEY], field.default) for field in dataclasses.fields(config_type)}


def integer(low: int, high: int | None = None) -> Callable[[Any], int]:
    """Return a check for integers from `low` to `high`."""
    rule = f"must be an integer of at least {low}" if high is None else f"must be an integer from {low} to {high}"

    def converted(value: Any) -> int:
        return int(value) if isinstance(value, str) else operator.index(value)

    return _number(rule, converted, lambda x: low <= x and (high is None or x <= high))


def real(rule: str, within: Callable[[float], bool]) -> Callable[[Any], float]:
    """Return a check for finite numbers for which `within` holds; `rule` is the message of its error."""
    return _number(rule, float, lambda x: math.isfinite(x) and within(x))


def _number(rule: str, converted: Callable[[Any], Any], within: Callable[[Any], bool]) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        try:
            number = None if isinstance(value, bool) else converted(value)
        except (OverflowError, TypeError, ValueError):
            number = None
        if number is None or not within(number):
            raise ValueError(rule)
        return number

    return check


FROM_0_TO_1 = real("must be a number from 0 to 1", lambda x: 0 <= x <= 1)
FROM_0_TO_BELOW_1 = real("must be a number from 0 to below 1", lambda x: 0 <= x < 1)
AT_LEAST_0 = real("must be a number of at least 0", lambda x: x >= 0)
ABOVE_0 = real("must be a number above 0", lambda x: x > 0)
LEARNING_RATE = real("must be a number above 0 and at most 1", lambda x: 0 < x <= 1)


def string(value: Any) -> str:
    """Check for a non-empty string."""
    if not isinstance(value, str) or not value:
        raise ValueError("must be a non-empty string")
    return value


def path(value: Any) -> str:
    """Check for a path, which is kept as a string."""
    return string(os.fspath(value) if isinstance(value, os.PathLike) else value)


def one_of(*choices: Any) -> Callable[[Any], Any]:
    """Return a check for one of a few values."""

    def check(value: Any) -> Any:
        for choice in choices:
            if value == choice or value == str(choice):
                return choice
        raise ValueError(f"must be one of {', '.join(map(str, choices))}")

    return check


def json_mapping(value: Any) -> Mapping[str, Any]:
    """Check for a mapping from strings to values that JSON can hold; return a read-only copy."""
    rule = "must map names to values that JSON can hold"
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise ValueError(rule)
    try:
        # A copy through JSON: the configuration is what config.json holds, whatever the caller's mapping becomes.
        return MappingProxyType(json.loads(json.dumps(dict(value), allow_nan=False)))
    except (TypeError, ValueError):
        raise ValueError(rule) from None
