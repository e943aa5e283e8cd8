"""The ids of the Atari games up to gym 0.21: the game, its frame skip and sticky actions, and the step limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pong_pg.legacy.tables.atari import old_id

# Types of observations that have another name in ale-py.
OBS_TYPES = {"image": "rgb"}


@dataclass(frozen=True)
class AtariId:
    """The meaning of an old id.

    Attributes:
        todays: Gymnasium's id of the game, such as "ALE/Pong-v5".
        kwargs: arguments of the environment.
        max_episode_steps: the number of steps after which Gym truncated an episode; None where the emulator counts
            frames instead.
    """

    todays: str
    kwargs: dict[str, Any]
    max_episode_steps: int | None


def old_atari_id(env_id: str, registry: Mapping[str, Any]) -> AtariId | None:
    """Return the meaning of an id such as "Pong-ramNoFrameskip-v4"; None for an id of today."""
    if env_id.startswith("ALE/") and (screen := registry.get(env_id.replace("-ram-", "-"))) and env_id not in registry:
        return AtariId(screen.id, {**screen.kwargs, "obs_type": "ram"}, None)
    old = old_id(env_id)
    todays = registry.get(f"ALE/{old.name}-v5") if old else None
    if old is None or todays is None or old.version in {1, 2}:
        return None
    # Blackjack-v0 was a card game.
    if old.name == "Blackjack":
        return None
    limits = {"": 10_000 if old.version == 0 else 100_000, "NoFrameskip": old.deterministic_skip * 100_000}
    kwargs = {
        "game": todays.kwargs["game"],
        "obs_type": "ram" if old.is_ram else "image",
        "frameskip": old.frameskip,
        "repeat_action_probability": old.repeat_action_probability,
        "full_action_space": False,
    }
    return AtariId(todays.id, kwargs, limits.get(old.kind, 100_000))


def old_atari_ids(registry: Mapping[str, Any]) -> Iterator[tuple[str, AtariId]]:
    """Yield the ids that `old_atari_id` knows, of every game in Gymnasium's registry, with their meaning."""
    games = [env_id[len("ALE/") : -len("-v5")] for env_id in registry if env_id.startswith("ALE/")]
    versions = [
        f"{ram}{kind}-v{n}" for kind in ("", "Deterministic", "NoFrameskip") for n in "04" for ram in ("", "-ram")
    ]
    for game in games:
        for env_id in (*(f"{game}{version}" for version in versions), f"ALE/{game}-ram-v5"):
            meaning = old_atari_id(env_id, registry)
            if meaning is not None:
                yield env_id, meaning
