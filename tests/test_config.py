from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pong_pg.config import RESULT_SETTINGS, SETTINGS, TrainConfig, config_from_dict, preset
from pong_pg.errors import ConfigError

pytestmark = pytest.mark.any_stack


def test_the_defaults_are_the_hyperparameters_of_the_reference() -> None:
    config = TrainConfig()
    assert (config.batch_size, config.hidden, config.learning_rate) == (10, 200, 1e-4)
    assert (config.gamma, config.decay_rate) == (0.99, 0.99)


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("batch_size", 0, "whole number from 1 to 65536"),
        ("batch_size", 65_537, "whole number from 1 to 65536"),
        ("batch_size", 2.5, "whole number"),
        ("batch_size", True, "whole number"),
        ("batch_size", "many", "whole number"),
        ("hidden", 0, "whole number from 1 to 65536"),
        ("learning_rate", 0, "above 0 and at most 1"),
        ("learning_rate", 1.5, "above 0 and at most 1"),
        ("learning_rate", float("nan"), "above 0 and at most 1"),
        ("learning_rate", 10**400, "above 0 and at most 1"),
        ("gamma", -0.1, "from 0 to 1"),
        ("gamma", 1.01, "from 0 to 1"),
        ("decay_rate", 1.0, "from 0 to below 1"),
        ("seed", -1, "at least 0"),
        ("seed", None, "at least 0"),
        ("iterations", 0, "at least 1"),
        ("workers", -1, "at least 0"),
        ("checkpoint_every", 0, "at least 1"),
        ("keep_checkpoints", 0, "at least 1"),
        ("env", "", "at least one character"),
        ("backend", "atari", "one of auto, direct"),
        ("env_kwargs", [1], "names to values"),
        ("env_kwargs", {"a": object()}, "names to values"),
        ("env_kwargs", {"a": float("nan")}, "names to values"),
        ("address", "", "at least one character"),
        ("run_dir", 3, "at least one character"),
    ],
)
def test_a_value_out_of_range_is_refused_with_its_name_the_rule_and_the_value(name: str, value: Any, rule: str) -> None:
    with pytest.raises(ConfigError, match=rule) as caught:
        TrainConfig(**{name: value})
    assert str(caught.value).startswith(f"{name} must")
    assert f"got {value!r}" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("batch_size", 1),
        ("batch_size", 65_536),
        ("learning_rate", 1.0),
        ("gamma", 0.0),
        ("gamma", 1),
        ("decay_rate", 0.0),
        ("iterations", None),
        ("workers", 0),
        ("workers", None),
    ],
)
def test_the_ends_of_each_range_are_allowed(name: str, value: Any) -> None:
    assert getattr(TrainConfig(**{name: value}), name) == value


def test_numbers_of_numpy_become_plain_ones_that_json_can_hold() -> None:
    config = TrainConfig(batch_size=np.int64(3), gamma=np.float32(0.5))
    assert json.loads(json.dumps(config.to_dict()))["batch_size"] == 3
    assert config.gamma == 0.5


def test_a_config_survives_the_way_through_json() -> None:
    config = TrainConfig(env="GymV26Environment-v0", env_kwargs={"env_id": "ALE/Pong-v5"}, gamma=0.9, iterations=3)
    assert config_from_dict(json.loads(json.dumps(config.to_dict()))) == config


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(ConfigError, match="colour is not a setting"):
        config_from_dict({"colour": "red"})


def test_a_config_does_not_follow_later_changes_of_the_callers_mapping() -> None:
    kwargs = {"frameskip": 4}
    config = TrainConfig(env_kwargs=kwargs)
    kwargs["frameskip"] = 2
    assert config.env_kwargs == {"frameskip": 4}


def test_a_config_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        TrainConfig().gamma = 0.5  # type: ignore[misc]  # that it is refused is the test
    with pytest.raises(TypeError, match="does not support item assignment"):
        TrainConfig(env_kwargs={"a": 1}).env_kwargs["a"] = 2  # type: ignore[index]  # that it is refused is the test


def test_a_config_hashes_copies_and_pickles() -> None:
    config = TrainConfig(env_kwargs={"frameskip": [2, 5]}, seed=3)
    assert pickle.loads(pickle.dumps(config)) == config == copy.deepcopy(config)
    assert len({config, TrainConfig(), TrainConfig()}) == 2


def test_a_run_dir_may_be_a_path() -> None:
    assert TrainConfig(run_dir=Path("runs") / "one").run_dir == str(Path("runs/one"))  # type: ignore[arg-type]  # a path is taken too


def test_who_plays_and_where_files_go_does_not_decide_the_result() -> None:
    free = set(SETTINGS) - set(RESULT_SETTINGS)
    when_it_ends = {"iterations", "steps", "minutes", "until_return", "evaluation_games"}
    assert free == when_it_ends | {"workers", "address", "run_dir", "checkpoint_every", "keep_checkpoints"}


def test_a_setting_has_its_algorithms_default() -> None:
    reinforce, ppo = TrainConfig(), TrainConfig(algorithm="ppo")
    assert (reinforce.learning_rate, ppo.learning_rate) == (1e-4, 1.5e-3)
    of_one_algorithm: list[Any] = [reinforce.batch_size, ppo.batch_size, reinforce.clip, ppo.clip]
    assert of_one_algorithm == [10, None, None, 0.2]
    assert "clip" in ppo.to_dict()
    assert "clip" not in reinforce.to_dict()
    assert config_from_dict(ppo.to_dict()) == ppo


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"clip": 0.1}, r"clip belongs to --algorithm ppo, not to reinforce; got 0\.1: leave it out"),
        ({"algorithm": "ppo", "batch_size": 4}, "batch_size belongs to --algorithm reinforce, not to ppo; got 4"),
        ({"algorithm": "a2c"}, "algorithm must be one of reinforce, ppo; got 'a2c'"),
        ({"algorithm": "ppo", "actions": 4}, "actions must be one of 2, 3; got 4"),
        ({"algorithm": "ppo", "parallel_games": 1, "segment_steps": 7}, "minibatches must be at most the 7 steps"),
    ],
)
def test_a_setting_of_the_other_algorithm_is_refused(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        TrainConfig(**settings)


def test_presets_are_configurations_that_may_be_changed() -> None:
    assert preset("reference") == TrainConfig()
    assert preset("fast").algorithm == "ppo"
    assert preset("fast", passes=2).passes == 2
    with pytest.raises(ConfigError, match="preset must be one of reference, fast; got 'slow'"):
        preset("slow")
    assert preset("fast", algorithm="ppo") == preset("fast")
    with pytest.raises(ConfigError, match="algorithm is ppo in --preset fast; got 'reinforce': leave one"):
        preset("fast", algorithm="reinforce")
