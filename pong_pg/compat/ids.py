"""The Pong ids of every year, and what each means on the emulator."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from pong_pg.errors import UnknownEnvError

# 30 minutes of play at 60 frames a second, where ale-py cuts an episode off.
MAX_FRAMES = 108_000

# What the actions 0 to 5 do, in every Pong environment.
ACTION_MEANINGS = ("NOOP", "FIRE", "RIGHT", "LEFT", "RIGHTFIRE", "LEFTFIRE")


@dataclass(frozen=True)
class PongId:
    """What a Pong id means.

    Attributes:
        frameskip: emulator frames of one agent step, or (low, high) to draw low to high - 1 at each step.
        repeat_action_probability: chance, at each emulator frame, that the frame's action is the last one again.
        obs_type: "rgb", the screen, or "ram", the console's 128 bytes.
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
    """Return the error for an id that is not known, naming the nearest known ones."""
    candidates = list(dict.fromkeys([*known, *PONG_IDS]))
    by_folded = {candidate.casefold(): candidate for candidate in candidates}
    near = difflib.get_close_matches(env_id.casefold(), by_folded, n=3, cutoff=0.5)
    names = [by_folded[name] for name in near] or list(_SCREEN_IDS)
    return UnknownEnvError(f"unknown environment {env_id!r}: {why}; the nearest are {', '.join(names)}")
