"""Ids of environments, and whether a file needs them as they were."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, Kind, last_name
from pong_pg.legacy.tables.gym import modern_environment

# The support that is an environment as in Gym up to 0.19, by id.
AS_THEN = {
    "Acrobot-v1": "AcrobotEnv",
    "Blackjack-v0": "BlackjackEnv",
    "CartPole-v0": "CartPoleEnv",
    "CartPole-v1": "CartPoleEnv",
    "CliffWalking-v0": "CliffWalkingEnv",
    "FrozenLake-v0": "FrozenLakeEnv",
    "FrozenLake-v1": "FrozenLakeEnv",
    "FrozenLake8x8-v0": "FrozenLake8x8Env",
    "FrozenLake8x8-v1": "FrozenLake8x8Env",
    "MountainCar-v0": "MountainCarEnv",
    "MountainCarContinuous-v0": "Continuous_MountainCarEnv",
    "Pendulum-v0": "PendulumEnv",
    "Taxi-v2": "TaxiV2Env",
    "Taxi-v3": "TaxiEnv",
}
_ATTRIBUTES_THEN = {"nS", "nA", "isd", "steps_beyond_done", "restore_full_state", "clone_full_state"}
# Gymnasium has these, though it has newer versions, too.
_STILL_THERE = ("CartPole-v0",)
ID = "-v"


def newest(env_id: str) -> str:
    """Return how modern code makes an environment that is no Atari game; "" where the id is not old."""
    return "" if env_id in _STILL_THERE else modern_environment(env_id)


class Needs:
    """Whether the environments of a file must have the numbers of then, because it seeds them or sets their states.

    Args:
        environments: those of the file.
    """

    def __init__(self, environments: Environments) -> None:
        draft = environments.draft
        self.environments = environments
        self.is_exact = draft.facts.settings.step_values == 4 and any(self._signs())

    def _signs(self) -> Iterator[bool]:
        draft = self.environments.draft
        for call, method, _ in self.environments.calls_of("seed"):
            yield is_seed_of_env(self.environments, call, method)
        for node in draft.walk(ast.Attribute):
            yield node.attr in _ATTRIBUTES_THEN and self.environments.kind(node.value) is not Kind.NO
            is_set = isinstance(node.ctx, ast.Store) and node.attr == "state"
            yield is_set and last_name(node.value) == "unwrapped"
        yield any(
            isinstance(node, ast.keyword) and node.arg == "seed" and last_name(call.func) == "start"
            for call in draft.walk(ast.Call)
            for node in call.keywords
        )


def is_seed_of_env(environments: Environments, call: ast.Call, method: ast.Attribute) -> bool:
    """Return whether a call of `seed` is one of an environment, not of a space, `random` or NumPy."""
    if len(call.args) + len(call.keywords) > 1 or environments.full_name(method):
        return False
    owner = method.value
    if isinstance(owner, ast.Name) and owner.id == "self":
        return False
    name = last_name(owner)
    if name.endswith("_space") or "rng" in name or "random" in name:
        return False
    kind = environments.kind(owner)
    return kind is Kind.YES or (kind is Kind.MAYBE and "env" in name.lower())


def registered(draft: Draft) -> set[str]:
    """Return the ids that the file registers itself."""
    found: set[str] = set()
    for call in draft.walk(ast.Call):
        if last_name(call.func) == "register":
            values = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == "id")]
            found |= {str(value.value) for value in values if isinstance(value, ast.Constant)}
    return found


def reads_infos(environments: Environments) -> bool:
    """Return whether a file shows the infos of steps as a whole, or asks for what `TimeLimit` put there."""
    draft = environments.draft
    if "TimeLimit.truncated" in draft.text:
        return True
    infos = {
        last_name(node.targets[0].elts[-1])
        for node in draft.walk(ast.Assign)
        if isinstance(node.targets[0], ast.Tuple)
        and isinstance(node.value, ast.Call)
        and last_name(node.value.func) == "step"
    }
    for call in draft.walk(ast.Call):
        if last_name(call.func) not in {"print", "str", "repr", "format", "append"}:
            continue
        for node in (part for argument in call.args for part in ast.walk(argument)):
            parent = draft.parent(node)
            if isinstance(node, ast.Call) and last_name(node.func) == "step":
                index = parent.slice if isinstance(parent, ast.Subscript) else None
                if not (isinstance(index, ast.Constant) and index.value in {0, 1, 2}):
                    return True
            elif last_name(node) in infos - {"", "_"} and not isinstance(parent, ast.Subscript | ast.Attribute):
                return True
    return False


def ids_in(draft: Draft) -> list[str]:
    """Return the ids of environments among the strings of a file."""
    return [
        node.value
        for node in draft.walk(ast.Constant)
        if isinstance(node.value, str) and ID in node.value and " " not in node.value
    ]
