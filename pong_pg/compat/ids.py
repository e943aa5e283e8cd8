"""The Pong ids of all versions of Gym and Gymnasium, and the emulator settings of each."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from pong_pg.errors import UnknownEnvError

# 30 minutes at 60 frames a second, after which ale-py truncates an episode.
MAX_FRAMES = 108_000

# The names of the actions 0 to 5, in every Pong environment.
ACTION_MEANINGS = ("NOOP", "FIRE", "RIGHT", "LEFT", "RIGHTFIRE", "LEFTFIRE")


@dataclass(frozen=True)
class PongId:
    """The emulator settings of a Pong id.

    Attributes:
        frameskip: emulator frames per agent step, or (low, high) to draw low to high - 1 at each step.
        repeat_action_probability: probability, at each emulator frame, that the previous action is repeated (sticky
            actions), 0 to 1.
        obs_type: "rgb" for the screen or "ram" for the console's 128 bytes of memory.
    """

    frameskip: int | tuple[int, int]
    repeat_action_probability: float
    obs_type: str = "rgb"


_SCREEN_IDS = {
    "Pong-v0": PongId((2, 5), 0.25),
    "Pong-v4": PongId((2, 5), 0.0),
    "PongDeterministic-v0": PongId(4, 0.25),
    "PongDeterministic-v4": PongId(4, 0.0),
    "PongNoFrameskip-v0": PongId(1, 0.25),
    "PongNoFrameskip-v4": PongId(1, 0.0),
    "ALE/Pong-v5": PongId(4, 0.25),
}

PONG_IDS: dict[str, PongId] = _SCREEN_IDS | {
    env_id.replace("Pong", "Pong-ram"): PongId(meaning.frameskip, meaning.repeat_action_probability, "ram")
    for env_id, meaning in _SCREEN_IDS.items()
}


def unknown_id(env_id: str, known: Iterable[str], why: str = "no environment has this id") -> UnknownEnvError:
    """Return the error for an unknown id, which names the nearest known ids."""
    candidates = list(dict.fromkeys([*known, *PONG_IDS]))
    by_folded = {candidate.casefold(): candidate for candidate in candidates}
    near = difflib.get_close_matches(env_id.casefold(), by_folded, n=3, cutoff=0.5)
    names = [by_folded[name] for name in near] or list(_SCREEN_IDS)
    return UnknownEnvError(f"unknown environment {env_id!r}: {why}; the nearest are {', '.join(names)}")
