"""Environments that Gym had up to 0.19, and that no package of today has.

An action that is not in the space raises an AssertionError, as it did: scripts catch it by that class.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Removed:
    """What an id was registered with.

    Attributes:
        entry_point: "family:Class", in this folder.
        max_episode_steps: the number of steps after which an episode is truncated; None for no limit.
        reward_threshold: the mean return from which on it counts as solved.
        kwargs: arguments of the class.
        only_in_094: gym 0.19 no longer had it.
        not_in_094: gym 0.9.4 did not have it yet.
    """

    entry_point: str
    max_episode_steps: int | None = None
    reward_threshold: float | None = None
    kwargs: dict[str, Any] = field(default_factory=dict)
    only_in_094: bool = False
    not_in_094: bool = False


REMOVED = {
    "Copy-v0": Removed("algorithmic:CopyEnv", 200, 25.0),
    "DuplicatedInput-v0": Removed("algorithmic:DuplicatedInputEnv", 200, 9.0),
    "RepeatCopy-v0": Removed("algorithmic:RepeatCopyEnv", 200, 75.0),
    "Reverse-v0": Removed("algorithmic:ReverseEnv", 200, 25.0),
    "ReversedAddition-v0": Removed("algorithmic:ReversedAdditionEnv", 200, 25.0, {"rows": 2}),
    "ReversedAddition3-v0": Removed("algorithmic:ReversedAdditionEnv", 200, 25.0, {"rows": 3}),
    "CubeCrash-v0": Removed("unittest:CubeCrash", None, 0.9, not_in_094=True),
    "CubeCrashScreenBecomesBlack-v0": Removed("unittest:CubeCrashScreenBecomesBlack", None, 0.9, not_in_094=True),
    "CubeCrashSparse-v0": Removed("unittest:CubeCrashSparse", None, 0.9, not_in_094=True),
    "MemorizeDigits-v0": Removed("unittest:MemorizeDigits", None, 20, not_in_094=True),
    "NChain-v0": Removed("toy_text:NChainEnv", 1000),
    "Roulette-v0": Removed("toy_text:RouletteEnv", 100),
    "GuessingGame-v0": Removed("toy_text:GuessingGame", 200),
    "HotterColder-v0": Removed("toy_text:HotterColder", 200),
    "OneRoundDeterministicReward-v0": Removed("debugging:OneRoundDeterministicRewardEnv", only_in_094=True),
    "OneRoundNondeterministicReward-v0": Removed("debugging:OneRoundNondeterministicRewardEnv", only_in_094=True),
    "TwoRoundDeterministicReward-v0": Removed("debugging:TwoRoundDeterministicRewardEnv", only_in_094=True),
    "TwoRoundNondeterministicReward-v0": Removed("debugging:TwoRoundNondeterministicRewardEnv", only_in_094=True),
}
# The files of Gym that the classes were in.
FILES = {
    "algorithmic": ("algorithmic_env", "copy_", "duplicated_input", "repeat_copy", "reverse", "reversed_addition"),
    "debugging": (
        "one_round_deterministic_reward",
        "one_round_nondeterministic_reward",
        "two_round_deterministic_reward",
        "two_round_nondeterministic_reward",
    ),
    "unittest": ("cube_crash", "memorize_digits"),
    "toy_text": ("guessing_game", "hotter_colder", "nchain", "roulette"),
}
