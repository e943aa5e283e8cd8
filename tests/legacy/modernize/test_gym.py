"""How `pong-pg modernize` turns Gym into Gymnasium."""

from __future__ import annotations

import pytest

from pong_pg.legacy.modernize.modernizing import modernize
from pong_pg.legacy.modernize.rules.gym.ids import AS_THEN

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
