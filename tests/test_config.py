from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pong_pg.config import TrainConfig, option_of, result_settings
from pong_pg.errors import ConfigError
from pong_pg.ppo.config import PPOConfig
from pong_pg.registry import PRESETS, config_from_dict, make_config, preset, preset_settings
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.settings import settings_of


def test_the_defaults_are_the_hyperparameters_of_the_reference() -> None:
    config = ReinforceConfig()
    assert (config.batch_size, config.hidden, config.learning_rate) == (10, 200, 1e-4)
    assert (config.gamma, config.decay_rate) == (0.99, 0.99)


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("batch_size", 2.5, "must be an integer"),
        ("batch_size", "many", "must be an integer"),
        ("learning_rate", float("nan"), "above 0 and at most 1"),
        ("learning_rate", 10**400, "above 0 and at most 1"),
        ("gamma", -0.1, "from 0 to 1"),
        ("decay_rate", 1.0, "from 0 to below 1"),
        ("seed", -1, "at least 0"),
        ("keep_checkpoints", 0, "at least 1"),
        ("env", "", "non-empty string"),
        ("backend", "atari", "one of auto, direct"),
        ("env_kwargs", [1], "names to values"),
        ("env_kwargs", {"a": float("nan")}, "names to values"),
        ("run_dir", 3, "non-empty string"),
    ],
)
def test_a_value_out_of_range_is_refused_with_its_name_the_rule_and_the_value(name: str, value: Any, rule: str) -> None:
    with pytest.raises(ConfigError, match=rule) as caught:
        ReinforceConfig(**{name: value})
    assert str(caught.value).startswith(f"{name} must")
    assert f"got {value!r}" in str(caught.value)


def test_the_ends_of_each_range_are_allowed() -> None:
    ends: dict[str, Any] = {"batch_size": 1, "learning_rate": 1.0, "gamma": 0.0, "decay_rate": 0.0, "workers": None}
    assert {name: getattr(ReinforceConfig(**ends), name) for name in ends} == ends


def test_numbers_of_numpy_become_plain_ones_that_json_can_hold() -> None:
    config = ReinforceConfig(batch_size=np.int64(3), gamma=np.float32(0.5))
    assert json.loads(json.dumps(config.to_dict()))["batch_size"] == 3
    assert config.gamma == 0.5
    assert make_config({"algorithm": "ppo", "run_dir": Path("runs") / "one"}).run_dir == str(Path("runs/one"))


def test_a_config_survives_the_way_through_json() -> None:
    config = ReinforceConfig(env="GymV26Environment-v0", env_kwargs={"env_id": "ALE/Pong-v5"}, gamma=0.9, iterations=3)
    assert config_from_dict(json.loads(json.dumps(config.to_dict()))) == config


def test_an_address_without_workers_is_a_contradiction() -> None:
    address = "auto"
    with pytest.raises(ConfigError, match=f"address contradicts workers 0, .*; got '{address}': leave it out"):
        ReinforceConfig(workers=0, address=address)
    with pytest.raises(ConfigError, match="address contradicts workers 0"):
        dataclasses.replace(ReinforceConfig(workers=0), address=address)
    assert ReinforceConfig(workers=1, address=address).address == ReinforceConfig(address=address).address == address


def test_a_config_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        ReinforceConfig().gamma = 0.5  # type: ignore[misc]  # that it is refused is the test
    with pytest.raises(TypeError, match="does not support item assignment"):
        ReinforceConfig(env_kwargs={"a": 1}).env_kwargs["a"] = 2  # type: ignore[index]  # that it is refused is the test


def test_a_config_hashes_copies_and_pickles() -> None:
    config = ReinforceConfig(env_kwargs={"frameskip": [2, 5]}, seed=3)
    assert pickle.loads(pickle.dumps(config)) == config == copy.deepcopy(config)
    assert len({config, ReinforceConfig(), ReinforceConfig()}) == 2


@pytest.mark.parametrize("config", [ReinforceConfig(), PPOConfig()])
def test_who_plays_and_where_files_go_does_not_decide_the_result(config: TrainConfig) -> None:
    free = set(settings_of(type(config))) - set(result_settings(config))
    when_it_ends = {"iterations", "total_timesteps", "seconds", "until_return", "n_eval_episodes"}
    assert free == when_it_ends | {"workers", "address", "run_dir", "checkpoint_every", "keep_checkpoints"}


def test_the_algorithm_decides_the_class_of_a_configuration() -> None:
    ppo = make_config({"algorithm": "ppo", "num_envs": 3})
    assert ppo == PPOConfig(num_envs=3)
    assert isinstance(ppo, TrainConfig)
    assert config_from_dict(ppo.to_dict()) == ppo
    assert dataclasses.replace(ppo, seed=2) == PPOConfig(num_envs=3, seed=2)


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        (
            {"algorithm": "reinforce", "clip_range": 0.1},
            r"clip_range belongs to algorithm ppo, not to reinforce; got 0\.1: leave it out",
        ),
        ({"algorithm": "a2c"}, "algorithm must be one of ppo, reinforce; got 'a2c'"),
        ({"algorithm": "ppo", "num_envs": 1, "n_steps": 3}, "num_minibatches must be at most 3, the number"),
        ({"colour": "red"}, "colour is not a setting"),
        ({"batchsize": 3}, "batchsize is not a setting of pong_pg; did you mean batch_size"),
    ],
)
def test_a_setting_of_the_other_algorithm_or_of_none_is_refused(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        make_config(settings)


@pytest.mark.parametrize("name", ["fast", "best"])
def test_the_reference_says_what_a_preset_sets(name: str) -> None:
    text = (Path(__file__).parents[1] / "docs" / "reference" / "settings.md").read_text()
    (told,) = re.findall(rf"`--preset {name}` (?:has these settings )?with\s`([^`]+)`", text)
    words = told.split()
    options = dict(zip(words[::2], words[1::2], strict=True))
    expected = {option_of(key): value for key, value in PRESETS[name].items() if key != "algorithm"}
    assert options.keys() == expected.keys()
    numbers = {key: value for key, value in expected.items() if not isinstance(value, str)}
    assert {key: float(options[key]) for key in numbers} == numbers
    assert {key: value for key, value in options.items() if key not in numbers}.items() <= expected.items()


def test_presets_are_configurations_that_may_be_changed() -> None:
    assert preset("reference") == ReinforceConfig()
    assert preset("fast").algorithm == "ppo"
    assert preset("fast", n_epochs=2) == PPOConfig(n_epochs=2, n_eval_episodes=10, total_timesteps=3_000_000)
    with pytest.raises(ConfigError, match="preset must be one of fast, best, reference; got 'slow'"):
        preset("slow")
    assert preset("fast", algorithm="ppo") == preset("fast")
    with pytest.raises(ConfigError, match="algorithm is ppo in preset fast; got 'reinforce': leave one"):
        preset("fast", algorithm="reinforce")


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({}, "fast"),
        ({"seed": 3, "learning_rate": 0.01}, "fast"),
        ({"algorithm": "ppo"}, "fast"),
        ({"algorithm": "reinforce"}, "reference"),
        # Only REINFORCE has it.
        ({"batch_size": 4, "iterations": 2}, "reference"),
    ],
)
def test_the_settings_choose_the_preset_where_none_is_named(settings: dict[str, Any], name: str) -> None:
    assert make_config(preset_settings(None, settings)) == preset(name, **settings)


def test_settings_of_two_algorithms_are_refused_and_an_own_algorithm_has_no_preset() -> None:
    with pytest.raises(ConfigError, match="batch_size belongs to algorithm reinforce, not to ppo"):
        make_config(preset_settings(None, {"batch_size": 4, "num_envs": 4}))
    assert preset_settings(None, {"algorithm": "own", "seed": 1}) == {"algorithm": "own", "seed": 1}
