"""Every row of the tables of Gym and Gymnasium behaves, and what their shims supply for the past is in the tables."""

from __future__ import annotations

import importlib
import inspect
import json
import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pong_pg.errors import PongPGError
from pong_pg.legacy.read import rules
from pong_pg.legacy.tables import atari
from pong_pg.legacy.tables import gym as table

pytestmark = pytest.mark.needs("gymnasium>=1.0", "ale-py>=0.10")

SHIMS = "pong_pg.legacy.shims"

# An error class that has nothing but its name: it can be raised and caught as Gym's.
_ERROR = "issubclass(gym.error.{name}, gym.error.Error) and str(gym.error.{name}('a')) == 'a'"
_REGISTRY = {"all": "len(list(gym.{place}.all())) > 9", "env_specs": "'CartPole-v0' in gym.{place}.env_specs"}

# For each name, module and argument: an expression that uses it as scripts did, and is true.
EXAMPLES = {
    **{f"gym.{name}": f"gym.{name}('a', b=1) is None" for name in table.SERVICES},
    **{f"gym.{name}": f"load('gym.{name}').anything('a', b=1) is None" for name in table.SERVICE_MODULES},
    "gym.logger_setup": "gym.logger_setup() is None",
    "gym.undo_logger_setup": "gym.undo_logger_setup() is None",
    "gym.upgrade": "gym.upgrade() is None",
    **{
        f"gym.{place}.{name}": expression.format(place=place)
        for place in ("registry", "envs.registry", "envs.registration.registry")
        for name, expression in _REGISTRY.items()
    },
    "gym.envs.registration.EnvRegistry": "len(load('gym.envs.registration').EnvRegistry()) > 9",
    "gym.envs.registration.env_id_re": "load('gym.envs.registration').env_id_re.search('Pong-v0').group(2) == '0'",
    "gym.envs.registration.load": "load('gym.envs.registration').load('json:dumps') is json.dumps",
    **{
        f"gym.error.{name}": _ERROR.format(name=name)
        for name in (
            "APIConnectionError", "APIError", "AuthenticationError", "DoubleWrapperError", "InvalidFrame",
            "InvalidRequestError", "RateLimitError", "ResetNotAllowed", "RetriesExceededError", "ServerError",
            "UnseedableEnv", "Unregistered", "VideoRecorderError", "WrapAfterConfigureError",
        )
    },
    "gym.logger.DEBUG": "gym.logger.DEBUG == logging.DEBUG",
    "gym.logger.DISABLED": "gym.logger.DISABLED == 50",
    "gym.logger.INFO": "gym.logger.INFO == logging.INFO",
    "gym.logger.MIN_LEVEL": "gym.logger.MIN_LEVEL == 30",
    "gym.logger.debug": "gym.logger.debug('a %s', 1) is None",
    "gym.logger.info": "gym.logger.info('a %s', 1) is None",
    "gym.logger.setLevel": "gym.logger.setLevel(30) is None and gym.logger.MIN_LEVEL == 30",
    "gym.logger.set_level": "gym.logger.set_level(30) is None and gym.logger.MIN_LEVEL == 30",
    "gym.logger.warning": "gym.logger.warning is gym.logger.warn",
    "gym.utils.seeding.create_seed": "load('gym.utils.seeding').create_seed(3) == 3",
    "gym.utils.seeding.hash_seed": "load('gym.utils.seeding').hash_seed(3) == load('gym.utils.seeding').hash_seed(3)",
    "gym.wrappers.FrameStack": "np.shape(gym.wrappers.FrameStack(cart_pole(gym), 3).reset()) == (3, 4)",
    "gym.wrappers.GrayScaleObservation": "gym.wrappers.GrayScaleObservation(pong(gym)).reset().shape == (210, 160)",
    "gym.wrappers.Monitor": "gym.wrappers.Monitor(cart_pole(gym), directory, video_callable=False).reset().size == 4",
    "gym.wrappers.capped_cubic_video_schedule": "gym.wrappers.capped_cubic_video_schedule(27)",
    "gym.wrappers.RescaleAction(a=)":
        "gym.wrappers.RescaleAction(gym.make('Pendulum-v1'), a=-1, b=1).action_space.low == -1",
    "gym.wrappers.RescaleAction(b=)":
        "gym.wrappers.RescaleAction(gym.make('Pendulum-v1'), -1, b=1).action_space.high == 1",
    "gym": "gym.Env",
    "gym.configuration": "load('gym.configuration').undo_logger_setup() is None",
    "gym.envs.atari": "load('gym.envs.atari').AtariEnv",
    "gym.envs.classic_control.rendering": "load('gym.envs.classic_control.rendering').SimpleImageViewer",
    "gym.envs.toy_text.discrete": "load('gym.envs.toy_text.discrete').DiscreteEnv(1, 1, {}, [1.0]).nS == 1",
    **{f"gym.envs.{name}": f"not hasattr(load('gym.envs.{name}'), 'Env')" for name in table.GONE_FAMILIES},
    "gym.monitoring": "load('gym.monitoring').Monitor is gym.wrappers.Monitor",
    "gym.scoreboard.scoring": "load('gym.scoreboard.scoring').running_mean([1, 2, 6], 2).tolist() == [1.5, 4]",
    "gym.spaces.dict_space": "load('gym.spaces.dict_space').Dict is gym.spaces.Dict",
    "gym.spaces.prng": "load('gym.spaces.prng').np_random.rand() < 1",
    "gym.spaces.tuple_space": "load('gym.spaces.tuple_space').Tuple is gym.spaces.Tuple",
    "gym.utils.atomic_write": "load('gym.utils.atomic_write').atomic_write",
    "gym.utils.closer": "load('gym.utils.closer').Closer(False).register(cart_pole(gym)) == 0",
    "gym.wrappers.monitor": "load('gym.wrappers.monitor').Monitor is gym.wrappers.Monitor",
    "gym.wrappers.monitoring": "load('gym.wrappers.monitoring.video_recorder').VideoRecorder",
}  # fmt: skip
NAMES = table.GYM_NAMES
# Names that the shim doesn't have.
GONE = [
    "gym.GoalEnv",
    "gym.benchmark_spec",
    "gym.vector.VectorEnvWrapper",
    "gym.vector.make",
    "gym.wrappers.AutoResetWrapper",
    "gym.wrappers.LazyFrames",
    "gym.wrappers.PixelObservationWrapper",
    "gym.wrappers.SkipWrapper",
    "gym.wrappers.StepAPICompatibility",
]  # fmt: skip
ROWS = [
    *NAMES,
    *table.GYM_MODULES,
    *(
        f"{function}({name}=)"
        for function, rows in table.ARGUMENTS.items()
        for name in rows
        if function.startswith("gym.")
    ),
]
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


def cart_pole(package: Any) -> Any:
    return package.make("CartPole-v1")


def pong(package: Any) -> Any:
    return package.make("ALE/Pong-v5")


@pytest.mark.parametrize("row", EXAMPLES)
def test_a_row_works(gym: Any, row: str, tmp_path: Path) -> None:
    names = {
        "cart_pole": cart_pole,
        "directory": tmp_path,
        "gym": gym,
        "json": json,
        "load": load,
        "logging": logging,
        "np": np,
        "pong": pong,
    }
    assert eval(EXAMPLES[row], names)


@pytest.mark.parametrize("row", GONE)
def test_what_is_gone_says_what_modern_code_uses(gym: Any, row: str) -> None:
    module, _, name = row.rpartition(".")
    with pytest.raises(PongPGError, match=r"is not covered.*modern code: ") as caught:
        getattr(load(module), name)
    assert table.GYM_NAMES[row].modern in str(caught.value)


def test_there_is_an_example_for_every_other_row() -> None:
    # Modules that can't be imported, and a name that Gymnasium lost.
    benchmarks = {name for name in ROWS if "benchmarks" in name}
    gone = {*GONE, *benchmarks, "gym.utils.json_utils"}
    assert EXAMPLES.keys() == set(ROWS) - gone


@pytest.mark.parametrize("old", table.OVERRIDES)
def test_an_overridden_method_is_called_by_todays_name(gym: Any, old: str) -> None:
    modern = table.OVERRIDES[old]
    base = gym.ActionWrapper if "action" in old else gym.RewardWrapper if old == "_reward" else gym.ObservationWrapper
    derived = type("Derived", (base,), {old: lambda *_: "called", "__module__": "script"})
    arguments = [1] * (len(inspect.signature(getattr(base, modern)).parameters) > 1 and modern != "reset")
    assert getattr(derived(), modern)(*arguments) == "called"


@pytest.mark.parametrize("module", MODULES)
def test_what_the_shim_of_gym_supplies_is_gymnasiums_or_in_the_table(gym: Any, module: str) -> None:
    real = importlib.import_module(module.replace("gym", "gymnasium", 1))
    supplied = {name for name in load(module).__all__ if not hasattr(real, name)}
    known = {*NAMES, *table.GYM_MODULES}
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
    assert not newest.keys() & set(table.GONE_ENVIRONMENTS)


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
