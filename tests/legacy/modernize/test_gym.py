"""How `pong-pg modernize` turns Gym into Gymnasium."""

from __future__ import annotations

import pytest
from pong_pg.legacy.modernize.rules.gym.ids import AS_THEN

from pong_pg.legacy.modernize.modernizing import modernize

_IMPORT = "import gymnasium as gym\n"


def _body(text: str) -> str:
    """Return what modernising makes of a script that imports gym, without its first line."""
    source = modernize(f"import gym\n{text}").source
    assert source.startswith(_IMPORT)
    assert modernize(source).source == source
    return source.removeprefix(_IMPORT)


_PAIRS = {
    "done": (
        """\
env = gym.make('CartPole-v0')
ob, r, done, info = env.step(0)
print(done)
""",
        """\
env = gym.make('CartPole-v0')
ob, r, terminated, truncated, info = env.step(0)
done = terminated or truncated
print(done)
""",
    ),
    "unread": (
        """\
env = gym.make('CartPole-v0')
ob, r, done, info = env.step(0)
""",
        """\
env = gym.make('CartPole-v0')
ob, r, _, _, info = env.step(0)
""",
    ),
    "reset": (
        """\
env = gym.make('CartPole-v0')
ob = env.reset()
""",
        """\
env = gym.make('CartPole-v0')
ob, info = env.reset()
""",
    ),
    "in_a_tuple": (
        """\
env = gym.make('CartPole-v0')
ob, total = env.reset(), 0
""",
        """\
env = gym.make('CartPole-v0')
ob, total = env.reset()[0], 0
""",
    ),
    "indexed": (
        """\
env = gym.make('CartPole-v0')
if env.step(1)[2]:
    env.reset()
""",
        """\
env = gym.make('CartPole-v0')
if any(env.step(1)[2:4]):
    env.reset()
""",
    ),
    "attribute": (
        """\
class Agent:
    def run(self, env):
        s, r, self.done, _ = env.step(0)
        return self.done
""",
        """\
class Agent:
    def run(self, env):
        s, r, terminated, truncated, _ = env.step(0)
        self.done = terminated or truncated
        return self.done
""",
    ),
    "human": (
        """\
env = gym.make('MountainCar-v0')
env.reset()
while True:
    env.render()
    env.step(0)
""",
        """\
env = gym.make('MountainCar-v0', render_mode="human")
env.reset()
while True:
    env.render()
    env.step(0)
""",
    ),
    "array": (
        """\
env = gym.make('MountainCar-v0')
env.reset()
frame = env.render(mode='rgb_array')
""",
        """\
env = gym.make('MountainCar-v0', render_mode="rgb_array")
env.reset()
frame = env.render()
""",
    ),
    "limit": (
        """\
print(gym.spec('CartPole-v1').timestep_limit)
""",
        """\
print(gym.spec('CartPole-v1').max_episode_steps)
""",
    ),
    "logger": (
        """\
gym.logger.set_level(40)
""",
        """\
gym.logger.min_level = 40
""",
    ),
    "registry": (
        """\
print(list(gym.envs.registry.all()))
""",
        """\
print(list(gym.registry.values()))
""",
    ),
    "inner": (
        """\
env = gym.make('CartPole-v1')
print(env.gravity)
""",
        """\
env = gym.make('CartPole-v1')
print(env.unwrapped.gravity)
""",
    ),
    "monitor": (
        """\
env = gym.wrappers.Monitor(gym.make('CartPole-v0'), 'out', video_callable=False)
""",
        """\
env = gym.wrappers.RecordEpisodeStatistics(gym.make('CartPole-v0'))
""",
    ),
    "infos": (
        """\
gym.envs.registration.register(id='Own-v0', entry_point='own:Own', tags={}, trials=7)
""",
        """\
gym.envs.registration.register(id='Own-v0', entry_point='own:Own', disable_env_checker=True, order_enforce=False)
""",
    ),
    "reward_range": (
        """\
import math
env = gym.make('CartPole-v1')
low, high = env.reward_range
""",
        """\
import math
env = gym.make('CartPole-v1')
low, high = getattr(env.unwrapped, "reward_range", (-math.inf, math.inf))
""",
    ),
    "metadata": (
        """\
env = gym.make('CartPole-v1')
print(env.metadata['render.modes'])
shown = env.metadata
""",
        """\
env = gym.make('CartPole-v1')
print(env.metadata['render_modes'])
# pong-pg: metadata has the keys render_modes and render_fps today
shown = env.metadata
""",
    ),
    "private": (
        """\
env = gym.make('CartPole-v1')
inner = env.unwrapped
print(inner._n_actions, inner._private, env._private)
""",
        """\
env = gym.make('CartPole-v1')
inner = env.unwrapped
# pong-pg: wrappers have no _private, then as now; the text of the error is another
print(inner.action_space.n, inner._private, env._private)
""",
    ),
    "printed": (
        """\
env = gym.make('CartPole-v1')
print(env)
""",
        """\
env = gym.make('CartPole-v1')
# pong-pg: environments print with their wrappers and ids of today
print(env)
""",
    ),
    "vector": (
        """\
envs = gym.vector.SyncVectorEnv([f])
print(envs.action_space)
""",
        """\
envs = gym.vector.SyncVectorEnv([f], autoreset_mode=gym.vector.AutoresetMode.SAME_STEP)
print(gym.spaces.Tuple((envs.single_action_space,) * envs.num_envs))
""",
    ),
    "vector_samples": (
        """\
envs = gym.vector.SyncVectorEnv([f])
print(envs.action_space.sample())
""",
        """\
envs = gym.vector.SyncVectorEnv([f], autoreset_mode=gym.vector.AutoresetMode.SAME_STEP)
print(envs.action_space.sample())
""",
    ),
    "vector_wrapped": (
        """\
envs = gym.vector.SyncVectorEnv([f])
envs = gym.wrappers.RecordEpisodeStatistics(envs)
""",
        """\
envs = gym.vector.SyncVectorEnv([f], autoreset_mode=gym.vector.AutoresetMode.SAME_STEP)
# pong-pg: wrappers of vector environments are in gymnasium.wrappers.vector today
envs = gym.wrappers.RecordEpisodeStatistics(envs)
""",
    ),
    "dict": (
        """\
space = gym.spaces.Dict(b=gym.spaces.Discrete(2), a=gym.spaces.Discrete(3))
""",
        """\
space = gym.spaces.Dict(a=gym.spaces.Discrete(3), b=gym.spaces.Discrete(2))
""",
    ),
}


@pytest.mark.parametrize("name", _PAIRS)
def test_one_form_becomes_another(name: str) -> None:
    old, new = _PAIRS[name]
    assert _body(old) == new


def test_the_games_are_registered() -> None:
    assert _body("env = gym.make('PongNoFrameskip-v4')\n") == (
        "import ale_py\ngym.register_envs(ale_py)\n"
        "env = gym.make('ALE/Pong-v5', frameskip=1, repeat_action_probability=0.0)\n"
    )


def test_pong_v0_keeps_its_limit_of_steps() -> None:
    assert _body("env = gym.make('Pong-v0')\n").endswith(
        "env = gym.make('ALE/Pong-v5', frameskip=(2, 5), max_episode_steps=10_000)\n"
    )


_SUPPORTED = {
    "flatten": ("x = gym.spaces.utils.flatten(space, point)\n", "x = flatten(space, point)\n"),
    "flatten_imported": (
        "from gym.spaces import Box, flatdim\nprint(Box, flatdim(space))\n",
        "print(Box, flatdim(space))\n",
    ),
    "random_map": (
        "import gym.envs.toy_text.frozen_lake\nx = gym.envs.toy_text.frozen_lake.generate_random_map(4)\n",
        "x = generate_random_map(4)\n",
    ),
    "frame_stack": (
        "env = gym.wrappers.FrameStack(env, 4)\nenv.seed(1)\nob = env.reset()\n",
        "env = FrameStack(env, 4)\nob, info = env.reset(seed=1)\n",
    ),
    "spec": (
        "print([gym.spec(name).timestep_limit for name in ['Pong-v0', 'CartPole-v0']])\n",
        "print([spec_as_then(name).max_episode_steps for name in ['Pong-v0', 'CartPole-v0']])\n",
    ),
    "infos": (
        """\
gym.register(id='Own-v0', entry_point='own:Own', max_episode_steps=3)
env = gym.make('Own-v0')
env.reset()
print(env.step(0)[3])
""",
        "env = make_as_then('Own-v0')\nenv.reset()\nprint(env.step(0)[4])\n",
    ),
}


@pytest.mark.parametrize("name", _SUPPORTED)
def test_a_support_stands_for_what_is_gone(name: str) -> None:
    old, new = _SUPPORTED[name]
    assert _body(old).endswith(new)


def test_the_emulator() -> None:
    old = """\
import atari_py
ale = atari_py.ALEInterface()
state = ale.decodeState(ale.encodeState(ale.cloneSystemState()))
ale.deleteState(state)
screen = ale.getScreenRGB2(screen)
print(ale.getAvailableModes(), ale.Logger.Info)
"""
    new = """\
state = ale_py.ALEState(ale.cloneSystemState().serialize())
screen = filled(screen, ale.getScreenRGB())
print(np.array(ale.getAvailableModes(), np.int32), ale_py.LoggerMode.Info.value)
"""
    assert modernize(old).source.endswith(new)


def test_an_environment_of_the_script() -> None:
    old = """\
class Walk(gym.Env):
    metadata = {"render.modes": ["human"]}
    def _step(self, action):
        self.x += action
        return self.x, 1.0, self.x > 3, {}
    def _reset(self):
        self.x = 0
        return self.x
"""
    assert (
        _body(old)
        == """\
class Walk(gym.Env):
    metadata = {"render_modes": ["human"]}
    def step(self, action):
        self.x += action
        return self.x, 1.0, self.x > 3, False, {}
    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.x = 0
        return self.x, {}
"""
    )


def test_a_wrapper_of_the_script() -> None:
    old = """\
class Skip(gym.Wrapper):
    def reset(self):
        ob = self.env.reset()
        return ob
    def step(self, action):
        total = 0.0
        for _ in range(4):
            ob, reward, done, info = self.env.step(action)
            total += reward
            if done:
                break
        return ob, total, done, info
"""
    assert (
        _body(old)
        == """\
class Skip(gym.Wrapper):
    def reset(self, *, seed=None, options=None):
        ob, info = self.env.reset(seed=seed, options=options)
        return ob, info
    def step(self, action):
        total = 0.0
        for _ in range(4):
            ob, reward, terminated, truncated, info = self.env.step(action)
            done = terminated or truncated
            total += reward
            if done:
                break
        return ob, total, terminated, truncated, info
"""
    )


def test_a_class_of_the_script_that_derives_from_nothing_keeps_its_form() -> None:
    text = """\
class World:
    def reset(self):
        return 0
    def step(self, action):
        return 0, 1.0, True, {}
world = World()
s = world.reset()
s, r, done, info = world.step(0)
"""
    assert _body(text) == text


def test_a_seeded_environment_has_the_numbers_of_then() -> None:
    source = _body("env = gym.make('CartPole-v0')\nenv.seed(1)\nob = env.reset()\n")
    assert source.endswith("env = make_as_then('CartPole-v0')\nob, info = env.reset(seed=1)\n")
    assert "class CartPoleEnv(SeededAsThen, classic_control.CartPoleEnv):" in source


def test_the_ids_of_the_supports() -> None:
    gym_as_then = pytest.importorskip("pong_pg.legacy.modernize.support.gym_as_then")
    assert {env_id: spec.entry_point.__name__ for env_id, spec in gym_as_then.AS_THEN.items()} == AS_THEN


_MODERN = """\
import gymnasium as gym
env = gym.make('CartPole-v1')
ob, info = env.reset(seed=0)
ob, r, terminated, truncated, info = env.step(0)
"""
_NO_ENVIRONMENT = """\
class LSTM:
    def step(self, x):
        return 1, 2, 3, 4
a, b, c, d = LSTM().step(0)
"""


@pytest.mark.parametrize("text", [_MODERN, _NO_ENVIRONMENT])
def test_modern_code_stays(text: str) -> None:
    assert modernize(text).source == text


def test_gymnasium_before_1() -> None:
    text = (
        "import gymnasium as gym\nenv = gym.wrappers.FrameStack(gym.make('CartPole-v1'), num_stack=4)\n"
        "env = gym.make('GymV26Environment-v0', env_id='CartPole-v1')\n"
    )
    assert modernize(text).source == (
        "import gymnasium as gym\nenv = gym.wrappers.FrameStackObservation(gym.make('CartPole-v1'), stack_size=4)\n"
        "env = gym.make('CartPole-v1')\n"
    )


@pytest.mark.parametrize("own", ["from gym.wrappers import TimeLimit", "class TimeLimit:\n    pass"])
def test_a_copy_under_another_name_is_left_as_it_is(own: str) -> None:
    text = (
        f"import gym\n{own}\nenv = gym.make('MountainCar-v0')\nenv.seed(1)\nenv.reset()\nprint(TimeLimit)\n"
        "observation, reward, done, info = env.step(0)\nprint(info)\n"
    )
    source = modernize(text).source
    assert "class TimeLimit_2(gym.wrappers.TimeLimit):" in source
    assert 'info["TimeLimit.truncated"] = ' in source
    assert "TimeLimit_2.truncated" not in source
    assert modernize(source).source == source


_OWN_THAT_RENDERS = """\
class Own(gym.Env):
    def render(self, mode='human'):
        return mode
class Wrap(gym.Wrapper):
    pass
gym.register(id='Own-v0', entry_point='__main__:Own')
"""


@pytest.mark.parametrize(
    ("made", "render"),
    [
        ("env = Own()", "env.render(mode='ansi')"),
        ("env = gym.make('Own-v0')", "env.unwrapped.render(mode='ansi')"),
        ("env = Wrap(Own())", "env.unwrapped.render(mode='ansi')"),
        ("env = gym.make('Own-v0')\nenv = Wrap(env)", "env.unwrapped.render(mode='ansi')"),
        ("env = gym.wrappers.TimeLimit(Wrap(Own()), 5)", "env.unwrapped.render(mode='ansi')"),
        ("env = Wrap(gym.make('CartPole-v0'))", "env.render()"),
        ("env = Wrap(env)", "env.render()"),
        ("env = Wrap(g)", "env.render()"),
    ],
)
def test_an_environment_of_the_script_is_rendered_in_the_mode_that_it_is_given(made: str, render: str) -> None:
    text = f"{_OWN_THAT_RENDERS}{made}\nenv.seed(1)\nprint(env.render(mode='ansi'))\n"
    assert _body(text).rstrip().endswith(f"print({render})")
