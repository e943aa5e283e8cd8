from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from stack import BACKENDS, GYM, HAS_GYMNASIUM, NATIVE_BACKENDS

import pong_pg
from pong_pg.compat._versions import installed_version
from pong_pg.compat.ale import DirectEnv
from pong_pg.compat.emulator import load_pong
from pong_pg.compat.ids import PONG_IDS
from pong_pg.errors import ConfigError, EnvError, MissingPackageError, UnknownEnvError

EVERY_BACKEND = ["direct", *BACKENDS]
# The package that makes other ids than Pong's.
GENERAL = "gymnasium" if HAS_GYMNASIUM else "gym"


def game(env: Any, seed: int = 3, steps: int = 300) -> list[Any]:
    actions = np.random.default_rng(6)
    observation, info = env.reset(seed=seed)
    assert isinstance(info, dict)
    seen = [observation.tobytes()]
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.step(int(actions.integers(6)))
        seen += [observation.tobytes(), float(reward), bool(terminated), bool(truncated)]
    return seen


@pytest.mark.parametrize("backend", EVERY_BACKEND)
@pytest.mark.parametrize("env_id", ["PongNoFrameskip-v0", "Pong-ram-v4", "ALE/Pong-ram-v5"])
def test_every_pong_id_is_made_by_every_backend(env_id: str, backend: str) -> None:
    env = pong_pg.make(env_id, backend=backend)
    observation, info = env.reset()
    assert isinstance(info, dict)
    assert observation.shape == ((128,) if "-ram" in env_id else (210, 160, 3))
    assert observation.dtype == np.uint8
    assert env.action_space.n == 6
    assert env.observation_space.contains(observation)
    assert env.unwrapped.get_action_meanings()[0] == "NOOP"
    assert len(env.step(2)) == 5
    env.close()


@pytest.mark.parametrize("env_id", ["ALE/Pong-v5", "ALE/Pong-ram-v5"])
def test_auto_plays_pong_directly_on_the_emulator_and_repr_says_so(env_id: str) -> None:
    env = pong_pg.make(env_id)
    assert isinstance(env, DirectEnv)
    binding = load_pong().binding
    obs_type = "ram" if "-ram" in env_id else "rgb"
    assert repr(env) == f"<DirectEnv {env_id}: directly on {binding}, {obs_type}>"
    assert env.spec.id == env_id


def test_auto_makes_other_ids_with_the_package_that_has_them_and_repr_says_so() -> None:
    env = pong_pg.make("CartPole-v1")
    observation, _ = env.reset(seed=1)
    assert observation.shape == (4,)
    assert repr(env).endswith(f"CartPole-v1 made by {GENERAL} {installed_version(GENERAL)}>")
    assert env.spec.id == "CartPole-v1"


@pytest.mark.needs("gymnasium")
def test_gymnasium_makes_the_direct_environment_again_from_its_spec() -> None:
    import gymnasium

    env = pong_pg.make("PongDeterministic-v4", frameskip=3)
    again = gymnasium.make(env.spec, disable_env_checker=True)
    assert game(again, steps=50) == game(env, steps=50)


@pytest.mark.needs("shimmy")
def test_shimmys_own_id_takes_the_wrapped_ones_name() -> None:
    env_id = "PongDeterministic-v4"
    env = pong_pg.make("GymV26Environment-v0", env_id=env_id)
    assert game(env, steps=50) == game(pong_pg.make(env_id, backend="gymnasium"), steps=50)


@pytest.mark.parametrize("backend", EVERY_BACKEND)
def test_arguments_reach_the_environment(backend: str) -> None:
    env = pong_pg.make("PongNoFrameskip-v4", backend=backend, frameskip=7)
    env.reset(seed=0)
    before = env.unwrapped.ale.getEpisodeFrameNumber()
    for _ in range(3):
        env.step(0)
    assert env.unwrapped.ale.getEpisodeFrameNumber() == before + 21


@pytest.mark.parametrize(
    ("env_id", "near"),
    [
        ("ALE/Pnog-v5", "ALE/Pong-v5"),
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


WRONG_ARGUMENTS: list[tuple[Any, dict[str, Any]]] = [
    ("ALE/Pong-v5", {"frobnicate": 1}),
    ("Pong-v0", {"backend": GENERAL, "difficulty": 9}),
    *(("Pong-v0", {"backend": backend, "frobnicate": 1}) for backend in BACKENDS),
    (None, {}),
    (3, {}),
]
if "shimmy" in BACKENDS:
    WRONG_ARGUMENTS += [
        ("GymV26Environment-v0", {"env_id": 3}),
        ("GymV26Environment-v0", {"env_id": "ALE/Pong-v5", "make_kwargs": 3}),
    ]


def test_whatever_is_wrong_with_the_arguments_is_one_line() -> None:
    for env_id, kwargs in WRONG_ARGUMENTS:
        with pytest.raises(EnvError) as caught:
            pong_pg.make(env_id, **kwargs)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("backend", EVERY_BACKEND)
def test_making_pong_prints_nothing(backend: str) -> None:
    """In a fresh process: the emulator's banner comes from C++, once, with the first game."""
    code = f"import pong_pg; pong_pg.make('Pong-v4', backend={backend!r}).reset(seed=0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.needs("shimmy")
def test_shimmys_id_without_env_id_says_what_is_missing() -> None:
    with pytest.raises(EnvError, match="name it with env_id="):
        pong_pg.make("GymV26Environment-v0")


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"must be one of auto, direct, gymnasium, gym, shimmy; got 'atari'"):
        pong_pg.make("Pong-v0", backend="atari")


@pytest.mark.parametrize("backend", ["gymnasium", "gym", "shimmy"])
def test_a_missing_package_names_what_to_install(monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    """On stacks that have it, it is made unimportable; the backend shimmy needs all three."""
    if backend in BACKENDS:
        monkeypatch.setitem(sys.modules, backend, None)
    with pytest.raises(MissingPackageError, match=r"needs the package .*pip install 'pong-pg\[today\]"):
        pong_pg.make("Pong-v0", backend=backend)


@pytest.mark.needs("gym>=0.21")  # that one was the first to load entry points
def test_gym_itself_knows_every_pong_id() -> None:
    """A fresh process that imports nothing of ours: the entry point does it, or the emulator's own."""
    code = (
        "import gym, sys\n"
        "five = sys.argv[1] == 'True'\n"
        "for env_id in sys.argv[2:]:\n"
        "    env = gym.make(env_id)\n"
        "    given = env.reset()\n"
        "    observation = given[0] if five else given\n"
        "    assert len(env.step(2)) == 4 + five\n"
        "    assert observation.shape == ((128,) if '-ram' in env_id else (210, 160, 3))\n"
        "    assert env.action_space.n == 6 and isinstance(env.unwrapped, gym.Env)\n"
        "    assert env.observation_space.contains(observation)\n"
        "    assert env.unwrapped.get_action_meanings()[2] == 'RIGHT'\n"
        "    env.close()\n"
        "assert 'pong_pg.training.loop' not in sys.modules\n"
    )
    arguments = [str(GYM >= (0, 26)), *PONG_IDS]
    if installed_version("ale-py").startswith("0.8."):  # type: ignore[union-attr]  # gym 0.21 and later come with ale-py
        arguments = [argument for argument in arguments if argument != "ALE/Pong-ram-v5"]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.needs("gymnasium>=1.0", "ale-py>=0.10")
def test_games_of_ale_are_made_whether_or_not_it_is_imported() -> None:
    code = "import pong_pg; print(pong_pg.make('ALE/Breakout-v5'))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "<AtariEnv<ALE/Breakout-v5>>" in done.stdout


@pytest.mark.parametrize("backend", ["direct", *NATIVE_BACKENDS])
def test_a_step_after_close_is_an_error(backend: str) -> None:
    env = pong_pg.make("Pong-v4", backend=backend)
    env.reset(seed=0)
    env.close()
    with pytest.raises(EnvError, match=r"step\(\)"):
        env.step(0)
