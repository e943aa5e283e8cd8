"""Convert between the old and the new return values of `reset` and `step`.

In old Gym `step` returns four values, (observation, reward, done, info), and `reset` an observation. Since gym 0.26
they return five, (observation, reward, terminated, truncated, info), and (observation, info). Old Gym marks truncation
in `info["TimeLimit.truncated"]`: present and true where a time limit ended the episode, present and false where the
limit was reached in the same step in which the episode terminated.

One case is ambiguous in four values: an episode that is terminated and truncated in one step becomes a done step with
a false entry, and gym 0.22 to 0.26 write that entry for plain termination too. Both are read as terminated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

TRUNCATED = "TimeLimit.truncated"


def split_done(done: bool, info: Mapping[str, Any]) -> tuple[bool, bool]:
    """Return (terminated, truncated) for an old step's `done` and `info`."""
    truncated = done and bool(info.get(TRUNCATED, False))
    return done and not truncated, truncated


def join_done(terminated: bool, truncated: bool, info: dict[str, Any]) -> tuple[bool, dict[str, Any]]:
    """Return an old step's (done, info).

    `info` itself is never changed: where truncation must be marked, a copy of it is returned.
    """
    if truncated:
        return True, {**info, TRUNCATED: not terminated}
    if terminated and info.get(TRUNCATED):
        return True, {**info, TRUNCATED: False}
    return terminated, info


def is_pair(result: Any, observation_space: Any = None) -> bool:
    """Return whether `reset` returned (observation, info) and not an observation alone.

    An observation may itself be a pair whose second part is a dictionary; the space, where there is one, decides.

    Args:
        result: what `reset` returned.
        observation_space: the environment's observation space, or None.
    """
    return looks_like_pair(result) and (fits(result[0], observation_space) or not fits(result, observation_space))


def looks_like_pair(result: Any) -> bool:
    """Return whether a value has the form of (observation, info)."""
    return isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], dict)


def fits(value: Any, space: Any) -> bool:
    """Return whether a space contains a value; False where there is no space."""
    try:
        return bool(space.contains(value))
    except Exception:  # a space may raise anything for a value that is not its own
        return False


def describe(result: Any) -> str:
    """Describe the type of a value for an error message: "3 values (int, float, dict)", "a value of type list"."""
    if isinstance(result, tuple):
        return f"{len(result)} values ({', '.join(type(value).__name__ for value in result)})"
    if isinstance(result, np.ndarray):
        return f"an ndarray of shape {result.shape} and dtype {result.dtype}"
    return f"a value of type {type(result).__name__}"
