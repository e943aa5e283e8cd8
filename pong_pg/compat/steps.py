"""The tuple forms of `reset` and `step`, old and new, and the pure conversions between them.

Old Gym steps in four values, (observation, reward, done, info), and resets to an observation. Since 0.26 it is five,
(observation, reward, terminated, truncated, info), and (observation, info). What old Gym knew of truncation stands
in `info["TimeLimit.truncated"]`: present and true where a time limit ended the episode, present and false where the
limit was reached in the very step in which the episode ended by itself.

One case can't be told apart in four values: an episode that is terminated and truncated at once becomes a done step
with a false entry, and gym 0.22 to 0.26 write that entry for plain termination too. Both are read as terminated.
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

    `info` itself is never changed: where truncation has to be told, a copy of it is returned.
    """
    if truncated:
        return True, {**info, TRUNCATED: not terminated}
    if terminated and info.get(TRUNCATED):
        return True, {**info, TRUNCATED: False}
    return terminated, info


def is_pair(result: Any, observation_space: Any = None) -> bool:
    """Return whether what `reset` gave is (observation, info) and not an observation alone.

    An observation may itself be a pair whose second part is a dictionary; the space, where there is one, decides.

    Args:
        result: what `reset` returned.
        observation_space: the environment's, or None.
    """
    return looks_like_pair(result) and (fits(result[0], observation_space) or not fits(result, observation_space))


def looks_like_pair(result: Any) -> bool:
    """Return whether a value has the form of (observation, info)."""
    return isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], dict)


def fits(value: Any, space: Any) -> bool:
    """Return whether a space contains a value; False where there is no space."""
    try:
        return bool(space.contains(value))
    except Exception:  # a space may do anything with a value that is none of its own
        return False


def describe(result: Any) -> str:
    """Return what a value is, for an error: "3 values (int, float, dict)", "one list"."""
    if isinstance(result, tuple):
        return f"{len(result)} values ({', '.join(type(value).__name__ for value in result)})"
    if isinstance(result, np.ndarray):
        return f"one ndarray of shape {result.shape} and dtype {result.dtype}"
    return f"one {type(result).__name__}"
