"""Games under the shim are those of the real stacks, byte for byte.

Golden values: gym 0.19.0 with atari-py 0.2.6 on Python 3.11, by the code of `_played_old` with `import gym`.
"""

from __future__ import annotations

import copy
import hashlib
import importlib
import pickle
from typing import Any

import numpy as np
import pytest

from pong_pg.atari2600 import binding
from pong_pg.atari2600.rom import UnavailableError
from pong_pg.compat.ids import PONG_IDS
from pong_pg.errors import UnknownEnvError
from pong_pg.legacy.read import settings

pytestmark = pytest.mark.needs("gymnasium>=1.0", "ale-py>=0.10")

FIVE = settings.Settings(step_values=5, reset_pair=True)

GYM_019 = {
    "Pong-v4": ([7, 817374140], "0e88c50ec1997c7b13e34b05b0f72441", -3.0),
    "PongDeterministic-v4": ([7, 817374140], "756239f52687f1473a133b09aaa20f9a", -4.0),
    "PongNoFrameskip-v4": ([7, 817374140], "ff79bebe4eaad87c8bf17531c8101274", 0.0),
    "Pong-ram-v4": ([7, 817374140], "957021ce04c9d3f8c4eb75358a8a69f4", -3.0),
    "Breakout-v4": ([7, 817374140], "5e2d9546f60764c8a819fda4cca59eba", 0.0),
}


def _played_old(gym: Any, env_id: str) -> Any:
    env = gym.make(env_id)
    seeds = env.seed(7)
    digest = hashlib.md5(np.ascontiguousarray(env.reset()).tobytes())
    env.action_space.seed(3)
    total = 0.0
    for _ in range(200):
        observation, reward, _, _ = env.step(env.action_space.sample())
        digest.update(np.ascontiguousarray(observation).tobytes())
        total += reward
    return seeds, digest.hexdigest(), total


@pytest.mark.parametrize("emulator", ["console", "ale"])
@pytest.mark.parametrize("env_id", GYM_019)
def test_four_values_play_gym_019s_game(gym: Any, env_id: str, emulator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if emulator == "console" and "Pong" in env_id:
        try:
            binding.load()
        except UnavailableError as reason:
            pytest.skip(str(reason))
    monkeypatch.setenv("PONG_PG_EMULATOR", emulator)
    assert _played_old(gym, env_id) == GYM_019[env_id]
    has_console = gym.make(env_id).unwrapped.ale._console is not None
    assert has_console == (emulator == "console" and "Pong" in env_id)


@pytest.mark.parametrize("env_id", [env_id for env_id in PONG_IDS if not env_id.startswith("ALE/")])
def test_every_pong_id_is_made_as_it_was(gym: Any, env_id: str) -> None:
    env = gym.make(env_id)
    meaning = PONG_IDS[env_id]
    assert env.unwrapped.frameskip == meaning.frameskip
    assert env.unwrapped.ale.getFloat("repeat_action_probability") == meaning.repeat_action_probability
    assert env.reset().shape == ((128,) if meaning.obs_type == "ram" else (210, 160, 3))
    assert env.spec.id == env_id


def test_states_come_back(gym: Any) -> None:
    env = gym.make("PongNoFrameskip-v4").unwrapped
    env.reset()
    state = env.clone_state()
    ahead = [env.step(2)[0] for _ in range(20)]
    env.restore_state(state)
    assert all(np.array_equal(env.step(2)[0], frame) for frame in ahead)
    with pytest.raises(AttributeError, match=r"cloneSystemState is not covered.*cloneState has the game alone"):
        env.ale.cloneSystemState()


class _Tensor:
    def __init__(self, value: Any) -> None:
        self._value = value

    def item(self) -> Any:
        return self._value

    def __str__(self) -> str:
        return f"tensor {self._value}"


@pytest.mark.parametrize(
    "action",
    [[2], (2,), np.array(2), np.array([2]), np.int32(2), 2.0, np.float32(2), _Tensor(2), np.array([[2]])],
    ids=str,
)
def test_actions_of_any_kind_are_the_action(gym: Any, action: Any) -> None:
    one, other = (gym.make("PongDeterministic-v4") for _ in range(2))
    one.reset()
    other.reset()
    assert all(np.array_equal(one.step(action)[0], other.step(2)[0]) for _ in range(30))


def test_observations_are_writable_and_fresh(gym: Any) -> None:
    env = gym.make("PongDeterministic-v4")
    first = env.reset()
    first[:] = 0
    second, reward, done, _ = env.step(0)
    assert second.any()
    assert not np.shares_memory(first, second)
    assert second.flags.writeable
    assert (type(reward), type(done)) == (float, bool)


def test_a_seed_is_never_lost(gym: Any) -> None:
    settings.use(FIVE)
    first = gym.make("CartPole-v1")
    assert first.seed(4) == [4]
    assert np.array_equal(first.reset()[0], gym.make("CartPole-v1").reset(seed=4)[0])
    settings.use(settings.Settings())
    old = gym.make("CartPole-v0")
    assert old.seed(4) == [4]
    one = old.reset()
    old.seed(4)
    assert np.array_equal(old.reset(), one)
    with pytest.raises(gym.error.Error, match="seed must be an integer"):
        old.seed(-1)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
@pytest.mark.parametrize("env_id", ["PongDeterministic-v4", "CartPole-v0"])
def test_environments_are_copied_and_pickled(gym: Any, env_id: str, copied: Any) -> None:
    env = copied(gym.wrappers.TimeLimit(gym.make(env_id), 50))
    # A game is made again from its arguments, as then, which don't have the spec.
    assert env.spec is None if "Pong" in env_id else env.spec.id == env_id
    assert env.reset().shape == env.observation_space.shape
    assert len(env.step(env.action_space.sample())) == 4


@pytest.mark.parametrize("env_id", ["Pongg-v0", "Nothing/Pong-v3"])
def test_an_unknown_id_is_one_line_with_the_nearest(gym: Any, env_id: str) -> None:
    with pytest.raises(UnknownEnvError, match=r"the nearest are .*Pong") as caught:
        gym.make(env_id)
    assert isinstance(caught.value, gym.error.UnregisteredEnv)
    assert "\n" not in str(caught.value)


def test_an_id_without_a_version_is_malformed(gym: Any) -> None:
    with pytest.raises(gym.error.Error, match="malformed environment ID: b'Pong'"):
        gym.make("Pong")


def test_five_values_are_those_of_gymnasium(gym: Any) -> None:
    settings.use(FIVE)
    gymnasium: Any = importlib.import_module("gymnasium")
    for env_id in ("CartPole-v1", "ALE/Pong-v5"):
        ours, theirs = gym.make(env_id), gymnasium.make(env_id)
        assert np.array_equal(ours.reset(seed=7)[0], theirs.reset(seed=7)[0])
        for action in (0, 1, 0, 1):
            one, other = ours.step(action), theirs.step(action)
            assert np.array_equal(one[0], other[0])
            assert one[1:4] == other[1:4]
    assert gym.make("Pong-v0").reset()[0].shape == (210, 160, 3)


def test_what_gym_says_of_renders(gym: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    env = gym.make("Pong-v0")
    env.reset()
    assert [env.render(), env.render("human"), env.render("rgb_array").shape] == [True, True, (210, 160, 3)]
    with pytest.raises(gym.error.UnsupportedMode, match="no render mode 'ansi'"):
        env.render("ansi")
    lake = gym.make("FrozenLake-v0")
    lake.reset()
    text = lake.render(mode="ansi")
    assert (type(text).__name__, type(pickle.loads(pickle.dumps(text)))) == ("str", str)
    assert text.getvalue() == text
