from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from pong_pg.errors import PongPGError
from pong_pg.legacy.read import settings

pytestmark = pytest.mark.needs("gymnasium>=1.0", "ale-py>=0.10")

BASE = "pong_pg.legacy.shims.gym"


@pytest.fixture(autouse=True)
def _nothing_said_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pong_pg.legacy.runtime.messages._printed", {})


def test_the_version_is_the_eras(gym: Any) -> None:
    assert (gym.__version__, gym.version.VERSION) == ("0.19.0", "0.19.0")
    settings.use(settings.Settings(step_values=5))
    assert (gym.__version__, gym.version.VERSION) == ("0.26.2", "0.26.2")


# Those of the tables are in `test_table_gym`.
@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("core", "Wrapper ObservationWrapper"),
        ("configuration", "undo_logger_setup"),
        ("envs.atari", "AtariEnv"),
        ("envs.atari.atari_env", "ACTION_MEANING"),
        ("envs.classic_control", "CartPoleEnv rendering"),
        ("envs.classic_control.cartpole", "CartPoleEnv"),
        ("envs.classic_control.rendering", "SimpleImageViewer"),
        ("envs.registration", "EnvSpec load"),
        ("envs.toy_text", "discrete"),
        ("envs.toy_text.frozen_lake", "FrozenLakeEnv"),
        ("monitoring.video_recorder", "VideoRecorder"),
        ("spaces.box", "Box"),
        ("utils.ezpickle", "EzPickle"),
        ("wrappers.frame_stack", "LazyFrames"),
    ],
)
def test_modules_of_every_year_have_their_names(module: str, names: str) -> None:
    for name in names.split():
        assert getattr(importlib.import_module(f"{BASE}.{module}"), name)


@pytest.mark.parametrize(
    "name",
    ["nothing", "envs.nothing", "utils.nothing", "spaces.Nothing", "envs.classic_control.rendering.Viewer"],
)
def test_what_is_not_covered_is_named(gym: Any, name: str) -> None:
    *modules, last = name.split(".")
    module = importlib.import_module(".".join([BASE, *modules]))
    with pytest.raises(PongPGError, match=rf"gym\.{name} is not covered"):
        getattr(module, last)
    assert not hasattr(module, last)


def test_what_an_environment_does_not_have_is_named(gym: Any) -> None:
    env = gym.make("CartPole-v0")
    with pytest.raises(AttributeError, match=r"CartPoleEnv\.nothing is not covered"):
        _ = env.nothing


def test_messages_go_to_standard_error(gym: Any, capsys: pytest.CaptureFixture[str]) -> None:
    gym.logger.info("not %s", "said")
    gym.logger.warn("a %s", "warning")
    gym.logger.set_level(gym.logger.INFO)
    try:
        gym.logger.info("said")
        assert gym.logger.MIN_LEVEL == 20
        gym.logger.setLevel(gym.logger.DISABLED)
        gym.logger.error("not said")
    finally:
        gym.logger.set_level(gym.logger.WARN)
    captured = capsys.readouterr()
    assert (captured.out, captured.err.splitlines()) == ("", ["WARNING: a warning", "INFO: said"])


def test_classes_of_environments_can_be_derived_from(gym: Any) -> None:
    base: Any = importlib.import_module(f"{BASE}.envs.classic_control").CartPoleEnv

    class Slippery(base):  # type: ignore[misc]  # a class found at run time
        def reset(self) -> Any:
            observation = super().reset()
            self.state = np.zeros(4)
            return observation * 0

        def step(self, action: int) -> Any:
            observation, reward, done, info = super().step(action)
            return observation, reward / 2, done, info

    env = Slippery()
    assert isinstance(env, gym.Env)
    assert env.reset().tolist() == [0.0] * 4
    assert env.step(1)[1] == 0.5
    assert str(env) == "<Slippery instance>"


def test_nothing_goes_over_the_network(gym: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert gym.upload("x", api_key="k") is None
        gym.scoreboard.api.register("x")
    gym.undo_logger_setup()
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("nothing goes over the network") == 2
