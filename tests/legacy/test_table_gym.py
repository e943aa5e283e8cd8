"""Every row of the tables of Gym and Gymnasium behaves, and what their shims supply for the past is in the tables."""

from __future__ import annotations

import importlib
import inspect
from types import SimpleNamespace
from typing import Any

import pytest

from pong_pg.errors import PongPGError
from pong_pg.legacy.read import rules
from pong_pg.legacy.tables import atari
from pong_pg.legacy.tables import gym as table

pytestmark = pytest.mark.needs("gymnasium>=1.0", "ale-py>=0.10")

SHIMS = "pong_pg.legacy.shims"

# Names and modules that the shim doesn't have.
GONE = {
    "gym.GoalEnv",
    "gym.benchmark_spec",
    "gym.vector.VectorEnvWrapper",
    "gym.vector.make",
    "gym.wrappers.AutoResetWrapper",
    "gym.wrappers.PixelObservationWrapper",
    "gym.wrappers.SkipWrapper",
    "gym.wrappers.StepAPICompatibility",
}
GONE_MODULES = {name for name in table.GYM_MODULES if "benchmarks" in name}
# What scripts import from; each says in `__all__` what of it is Gym's.
MODULES = [
    "gym",
    "gym.envs.registration",
    "gym.spaces",
    "gym.utils",
    "gym.utils.seeding",
    "gym.wrappers",
]


def load(name: str) -> Any:
    return importlib.import_module(f"{SHIMS}.{name}")


@pytest.mark.parametrize("row", sorted(table.GYM_NAMES.keys() - GONE))
def test_a_name_is_there(gym: Any, row: str) -> None:
    module, _, name = row.rpartition(".")
    # `gym.registry` is an object.
    found = getattr(gym.registry if module.endswith("registry") else load(module), name)
    assert not module.endswith("error") or str(found("a")) == "a"


@pytest.mark.parametrize("row", sorted(table.GYM_MODULES.keys() - GONE_MODULES))
def test_a_module_can_be_imported(row: str) -> None:
    assert load(row)


def test_arguments_have_their_old_names(gym: Any) -> None:
    env = gym.wrappers.RescaleAction(gym.make("Pendulum-v1"), a=-1, b=1)
    assert (env.action_space.low, env.action_space.high) == (-1, 1)
    assert (gym.api_key, gym.upload("a", b=1), gym.scoreboard.anything("a")) == (None, None, None)


@pytest.mark.parametrize("row", sorted(GONE))
def test_what_is_gone_says_what_modern_code_uses(gym: Any, row: str) -> None:
    module, _, name = row.rpartition(".")
    with pytest.raises(PongPGError, match=r"is not covered.*modern code: ") as caught:
        getattr(load(module), name)
    assert table.GYM_NAMES[row].modern in str(caught.value)


@pytest.mark.parametrize("old", table.OVERRIDES)
def test_an_overridden_method_is_called_by_todays_name(gym: Any, old: str) -> None:
    modern = table.OVERRIDES[old]
    base = gym.ActionWrapper if "action" in old else gym.RewardWrapper if old == "_reward" else gym.ObservationWrapper
    derived = type("Derived", (base,), {old: lambda *_: "called", "__module__": "script"})
    arguments = [1] * (len(inspect.signature(getattr(base, modern)).parameters) > 1 and modern != "reset")
    assert getattr(derived(gym.make("CartPole-v1")), modern)(*arguments) == "called"


@pytest.mark.parametrize("module", MODULES)
def test_what_the_shim_of_gym_supplies_is_gymnasiums_or_in_the_table(gym: Any, module: str) -> None:
    real = importlib.import_module(module.replace("gym", "gymnasium", 1))
    supplied = {name for name in load(module).__all__ if not hasattr(real, name)}
    known = {*table.GYM_NAMES, *table.GYM_MODULES}
    # `version` and `error` are modules that Gymnasium has no more of its own, or as they were.
    assert {f"{module}.{name}" for name in supplied} <= {*known, "gym.version", "gym.error"}


def test_what_the_shim_of_gym_error_supplies_is_gymnasiums_or_in_the_table() -> None:
    real = importlib.import_module("gymnasium").error
    shim = load("gym.error")
    classes = {name for name, value in vars(shim).items() if getattr(value, "__module__", "") == shim.__name__}
    missing = {name for name in classes if not name.startswith("_") and not hasattr(real, name)}
    assert {f"gym.error.{name}" for name in missing} <= table.GYM_NAMES.keys()


@pytest.mark.needs("gymnasium>=1.4")
def test_the_newest_versions_are_those_of_gymnasium() -> None:
    newest: dict[str, int] = {}
    for env_id in importlib.import_module("gymnasium").registry:
        name, _, version = env_id.rpartition("-v")
        newest[name] = max(newest.get(name, 0), int(version))
    assert {name: newest.get(name) for name in table.NEWEST_VERSIONS} == table.NEWEST_VERSIONS


def test_what_is_said_of_an_atari_id_makes_the_game_that_the_shim_plays(gym: Any) -> None:
    named: dict[str, Any] = {}
    make = {"gymnasium": SimpleNamespace(make=lambda env_id, **arguments: named.update(id=env_id, **arguments))}
    names = {"".join(part.capitalize() for part in game.split("_")) for game in atari.GAMES}
    ids = {env_id: old for env_id in gym.envs.registry if (old := atari.old_id(env_id)) and old.name in names}
    assert len(ids) == len(names) * 12
    for env_id, old in ids.items():
        named.clear()
        eval(rules.modern_id(env_id), make)
        played = gym.spec(env_id).kwargs
        assert named.pop("id") == f"ALE/{old.name}-v5"
        today = {"obs_type": "image", "repeat_action_probability": 0.25, **named}
        assert today == {name: played[name] for name in today}
