from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from pong_pg.legacy.read import settings

pytestmark = pytest.mark.needs("gymnasium>=1.0", "ale-py>=0.10")


@pytest.fixture(autouse=True)
def _registered_ids_stay(gym: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gym.envs.registry, "_by_version", {})


def test_an_entry_point_in_gym_is_this_shims(gym: Any) -> None:
    where = {"entry_point": "gym.envs.toy_text:FrozenLakeEnv", "kwargs": {"is_slippery": False}}
    gym.register(id="Dry-v0", max_episode_steps=9, **where)
    env = gym.make("Dry-v0")
    assert isinstance(env.unwrapped, gym.Env)
    assert (env.reset(), env.step(1)) == (0, (4, 0, False, {"prob": 1.0}))
    # What a table of transitions had.
    assert (env.nS, env.nA, env.isd[0]) == (16, 4, 1)
    assert not hasattr(gym.make("CartPole-v1"), "nS")


def test_versions_between_are_the_next_one(gym: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert gym.make("PongDeterministic-v2").spec.id == "PongDeterministic-v4"
    assert "PongDeterministic-v2 is not in the installed packages" in capsys.readouterr().err
    known = [spec.id for spec in gym.envs.registry.all()]
    assert len(known) == len(set(known)) == len(gym.envs.registry)
    assert {"Pong-ram-v0", "PongDeterministic-v4", "Breakout-ramNoFrameskip-v4", "ALE/Pong-v5"} <= set(known)


def test_a_module_before_the_id_is_imported(gym: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "registers_itself.py").write_text(
        "import pong_pg.legacy.shims.gym as gym\ngym.register(id='There-v2', entry_point='own_gym:Counter')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert gym.make("registers_itself:There-v2").spec.id == "There-v2"
    del sys.modules["registers_itself"]
    with pytest.raises(gym.error.Error, match="the module nowhere can't be imported"):
        gym.make("nowhere:There-v2")


def test_a_newer_version_takes_the_place_of_one_that_is_gone(
    gym: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pong_pg.legacy.runtime.messages._printed", {})
    settings.use(settings.Settings(step_values=5, reset_pair=True))
    env = gym.make("Pendulum-v0")
    gym.make("Pendulum-v0")
    assert env.spec.id == "Pendulum-v1"
    assert capsys.readouterr().err.count("Pendulum-v1 is used instead") == 1
    env.reset()
    assert len(env.step(env.action_space.sample())) == 5


@pytest.mark.parametrize(
    ("env_id", "arguments", "match"),
    [
        (None, {}, "the id given to gym.make must be"),
        ("Pong-v0", {"foo": 1}, "Pong-v0 could not be made: .*'foo'"),
        ("Pong-v0", {"obs_type": "x"}, "Pong-v0 could not be made: Invalid observation type"),
    ],
)
def test_what_can_not_be_made_is_said(gym: Any, env_id: Any, arguments: dict[str, Any], match: str) -> None:
    with pytest.raises(gym.error.Error, match=match):
        gym.make(env_id, **arguments)


def test_an_environment_that_is_gone_says_so(gym: Any) -> None:
    with pytest.raises(gym.error.UnregisteredEnv, match="NChain-v0"):
        gym.make("NChain-v0")
    with pytest.raises(AttributeError, match=r"gym\.envs\.algorithmic\.CopyEnv is not covered.*no package of today"):
        _ = gym.envs.algorithmic.CopyEnv
