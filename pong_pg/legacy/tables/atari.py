"""Facts about atari-py: its games, their ids, and where today's emulator plays them otherwise."""

from __future__ import annotations

import re
from dataclasses import dataclass

MODULES = {"atari_py": "import ale_py"}

# In the order of `atari_py.list_games()` on the development machines, which is the file system's.
GAMES = (
    "breakout", "jamesbond", "defender", "time_pilot", "pong", "boxing", "solaris", "battle_zone", "robotank",
    "seaquest", "gravitar", "elevator_action", "tutankham", "bank_heist", "road_runner", "atlantis", "kaboom",
    "chopper_command", "asterix", "asteroids", "name_this_game", "montezuma_revenge", "freeway", "adventure", "alien",
    "crazy_climber", "star_gunner", "frostbite", "phoenix", "beam_rider", "wizard_of_wor", "gopher", "skiing",
    "assault", "ice_hockey", "double_dunk", "pooyan", "bowling", "ms_pacman", "space_invaders", "journey_escape",
    "carnival", "enduro", "kangaroo", "berzerk", "demon_attack", "up_n_down", "pitfall", "tennis", "fishing_derby",
    "video_pinball", "hero", "air_raid", "zaxxon", "amidar", "krull", "kung_fu_master", "centipede", "private_eye",
    "qbert", "yars_revenge", "riverraid", "venture",
)  # fmt: skip

# The games whose screens and rewards today are those of atari-py, frame by frame, whatever the seed; by its version. In
# the others the console's timer depended on the seed, a reset took other frames, or the emulator was corrected since.
_AS_IN_BOTH = (
    "asterix", "breakout", "crazy_climber", "freeway", "gravitar", "jamesbond", "kangaroo", "kung_fu_master", "pong",
    "qbert", "star_gunner", "venture",
)  # fmt: skip
_AS_IN_02 = (
    "alien", "asteroids", "atlantis", "bowling", "enduro", "journey_escape", "krull", "montezuma_revenge",
    "ms_pacman", "phoenix", "robotank", "space_invaders", "time_pilot", "up_n_down", "zaxxon",
)  # fmt: skip
GAMES_AS_THEN = {"0.1": frozenset(_AS_IN_BOTH), "0.2": frozenset((*_AS_IN_BOTH, *_AS_IN_02))}

# Version 4 was version 3 just before gym 0.9.2; Gym skipped versions 1 and 2, for which scripts get the newest.
_ID = re.compile(r"(?P<name>[A-Z][A-Za-z0-9]*?)(?P<ram>-ram)?(?P<kind>Deterministic|NoFrameskip)?-v(?P<version>[0-4])")
# With four frames, the laser shots of this game would be invisible.
_DETERMINISTIC_SKIPS = {"SpaceInvaders": 3}
_NAMES = frozenset("".join(part.capitalize() for part in game.split("_")) for game in GAMES)


@dataclass(frozen=True)
class OldId:
    """What the id of an Atari game meant up to gym 0.21.

    Attributes:
        name: the game's, such as "SpaceInvaders".
        is_ram: the observation is the console's memory, not the screen.
        kind: "Deterministic", "NoFrameskip" or "".
        version: 0 to 4.
    """

    name: str
    is_ram: bool
    kind: str
    version: int

    @property
    def deterministic_skip(self) -> int:
        """The frames per step of the game's id with "Deterministic"."""
        return _DETERMINISTIC_SKIPS.get(self.name, 4)

    @property
    def frameskip(self) -> int | tuple[int, int]:
        """Frames per step; (low, high) to draw low to high - 1."""
        return {"Deterministic": self.deterministic_skip, "NoFrameskip": 1}.get(self.kind, (2, 5))

    @property
    def repeat_action_probability(self) -> float:
        """The probability of sticky actions."""
        return 0.25 if self.version == 0 else 0.0


def old_id(env_id: str) -> OldId | None:
    """Return the meaning of an id that has the form of those up to gym 0.21, whether Gym had that game or not."""
    match = _ID.fullmatch(env_id)
    return match and OldId(match["name"], bool(match["ram"]), match["kind"] or "", int(match["version"]))


def modern_game(env_id: str) -> str:
    """Return how modern code makes the game of an old id such as "Pong-ram-v0"; "" where the id is none."""
    old = old_id(env_id)
    if old is None or old.name not in _NAMES:
        return ""
    ram = ', obs_type="ram"' if old.is_ram else ""
    # Today's id has sticky actions, as version 0 had.
    sticky = "" if old.version == 0 else f", repeat_action_probability={old.repeat_action_probability}"
    return f'gymnasium.make("ALE/{old.name}-v5"{ram}, frameskip={old.frameskip}{sticky})'
