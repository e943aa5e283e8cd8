from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import pong_pg
from pong_pg.compat.ale import DirectEnv
from pong_pg.compat.envs import FiveTupleEnv
from pong_pg.compat.ids import PONG_IDS
from pong_pg.errors import ConfigError, EnvError, MissingPackageError, UnknownEnvError


def game(env: Any, seed: int = 3, steps: int = 300) -> list[Any]:
    actions = np.random.default_rng(6)
    observation, info = env.reset(seed=seed)
    assert isinstance(info, dict)
    told = [observation.tobytes()]
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.step(int(actions.integers(6)))
        told += [observation.tobytes(), float(reward), bool(terminated), bool(truncated)]
    return told


@pytest.mark.parametrize("env_id", PONG_IDS)
def test_every_pong_id_is_the_same_native_game_on_every_road(env_id: str) -> None:
    games = [game(pong_pg.make(env_id, backend=backend)) for backend in ("gymnasium", "gym", "shimmy")]
    assert games[0] == games[1] == games[2]


@pytest.mark.parametrize("env_id", PONG_IDS)
def test_auto_plays_pong_straight_on_the_emulator(env_id: str) -> None:
    env = pong_pg.make(env_id)
    assert isinstance(env, DirectEnv)
    assert repr(env) == f"<DirectEnv {env_id}: straight on ale-py, obs_type='rgb'>"


def test_auto_makes_other_ids_with_gymnasium() -> None:
    env = pong_pg.make("CartPole-v1")
    observation, _ = env.reset(seed=1)
    assert observation.shape == (4,)
    assert "CartPole" in repr(env)
    assert len(env.step(0)) == 5


@pytest.mark.parametrize("env_id", ["ALE/Pong-v5", "Pong-v0", "PongDeterministic-v4"])
def test_shimmys_own_id_takes_the_wrapped_ones_name(env_id: str) -> None:
    env = pong_pg.make("GymV26Environment-v0", env_id=env_id)
    assert game(env, steps=50) == game(pong_pg.make(env_id, backend="gymnasium"), steps=50)


def test_arguments_reach_the_environment() -> None:
    for backend in ("direct", "gymnasium", "gym", "shimmy"):
        env = pong_pg.make("PongNoFrameskip-v4", backend=backend, frameskip=7)
        env.reset(seed=0)
        for _ in range(3):
            info = env.step(0)[4]
        assert info["episode_frame_number"] == 21, backend


@pytest.mark.parametrize(
    ("env_id", "near"),
    [
        ("Pong-v1", "Pong-v"),
        ("pong-v0", "Pong-v0"),
        ("ALE/Pnog-v5", "ALE/Pong-v5"),
        ("PongDetermanistic-v4", "PongDeterministic-v4"),
        ("CartPoel-v1", "CartPole-v1"),
        ("nothing like it", "Pong"),
        ("no_such_module:Foo-v0", "Pong"),
        ("", "Pong"),
    ],
)
def test_an_unknown_id_names_the_nearest_ones_in_one_line(env_id: str, near: str) -> None:
    with pytest.raises(UnknownEnvError, match="unknown environment") as caught:
        pong_pg.make(env_id)
    nearest = str(caught.value).partition("the nearest are ")[2]
    assert near in nearest
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("backend", ["gymnasium", "gym", "shimmy", "direct"])
def test_every_road_tells_an_unknown_id(backend: str) -> None:
    with pytest.raises(UnknownEnvError, match=r"unknown environment 'Pong-v7'.*Pong-v"):
        pong_pg.make("Pong-v7", backend=backend)


def test_a_wrong_argument_is_told_in_one_line() -> None:
    with pytest.raises(EnvError, match="could not be made") as caught:
        pong_pg.make("ALE/Pong-v5", backend="gymnasium", colour="red")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("env_id", "kwargs"),
    [
        ("ALE/Pong-v5", {"frobnicate": 1}),
        ("ALE/Pong-v5", {"mode": 7}),
        ("Pong-v0", {"backend": "gymnasium", "difficulty": 9}),
        ("Pong-v0", {"backend": "gym", "frobnicate": 1}),
        ("Pong-v0", {"backend": "shimmy", "frobnicate": 1}),
        ("GymV26Environment-v0", {"env_id": 3}),
        ("GymV26Environment-v0", {"env_id": "ALE/Pong-v5", "make_kwargs": 3}),
        (None, {}),
        (3, {}),
    ],
)
def test_whatever_is_wrong_with_the_arguments_is_one_line(env_id: Any, kwargs: dict[str, Any]) -> None:
    with pytest.raises(EnvError) as caught:
        pong_pg.make(env_id, **kwargs)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("backend", ["direct", "gymnasium", "gym", "shimmy"])
def test_making_pong_prints_nothing(backend: str) -> None:
    """In a fresh process: the emulator's banner comes from C++, once, with the first game."""
    code = f"import pong_pg; pong_pg.make('Pong-v4', backend={backend!r}).reset(seed=0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_shimmys_id_without_env_id_says_what_is_missing() -> None:
    with pytest.raises(EnvError, match="name it with env_id="):
        pong_pg.make("GymV26Environment-v0")


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"must be one of auto, direct, gymnasium, gym, shimmy; got 'atari'"):
        pong_pg.make("Pong-v0", backend="atari")


@pytest.mark.parametrize(("backend", "package"), [("gymnasium", "gymnasium"), ("gym", "gym"), ("shimmy", "shimmy")])
def test_a_missing_package_names_what_to_install(monkeypatch: pytest.MonkeyPatch, backend: str, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingPackageError, match=rf"needs the package {package}.*pip install 'pong-pg\[today\]'"):
        pong_pg.make("Pong-v0", backend=backend)


def test_gym_itself_knows_every_pong_id_on_numpy_2() -> None:
    """A fresh process that imports nothing of ours: the entry point does it."""
    code = (
        "import gym, sys\n"
        "for env_id in sys.argv[1:]:\n"
        "    env = gym.make(env_id)\n"
        "    observation, info = env.reset(seed=1)\n"
        "    assert len(env.step(2)) == 5 and observation.shape == (210, 160, 3)\n"
        "    assert env.action_space.n == 6 and isinstance(env.unwrapped, gym.Env)\n"
        "    assert env.observation_space.contains(observation)\n"
        "    assert env.unwrapped.get_action_meanings()[2] == 'RIGHT'\n"
        "    env.close()\n"
        "assert 'pong_pg.trainer' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *PONG_IDS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_adapt_takes_live_environments_and_leaves_adapted_ones_alone() -> None:
    import gymnasium

    env = pong_pg.adapt(gymnasium.make("CartPole-v1"))
    assert isinstance(env, FiveTupleEnv)
    assert pong_pg.adapt(env) is env
    direct = DirectEnv()
    assert pong_pg.adapt(direct) is direct
