"""How the rules for Gym turn old snippets into what their owners would have written."""

from __future__ import annotations

import textwrap

import pytest

from pong_pg.legacy.modernize.draft import Draft, Facts, comment_lines
from pong_pg.legacy.modernize.rules.gym import PASSES, ids, rendering
from pong_pg.legacy.read.findings import Surroundings
from pong_pg.legacy.read.settings import Settings

pytest.importorskip("gymnasium", minversion="1.0")

_SEEDED = "# pong-pg: the same seed gives other episodes than in old Gym; `pong-pg run` plays those of then\n"
_FIVE = "# pong-pg: step returns five values today: observation, reward, terminated, truncated, info\n"
_VIDEOS = "# pong-pg: videos need the package moviepy; the files have other names than those of Monitor\n"
_WINDOW = '# pong-pg: to see a window, say render_mode="human" here; then it shows every step\n'


def _modern(text: str, facts: Facts | None = None) -> str:
    for rule in PASSES:
        draft = Draft(text, facts or Facts())
        rule(draft)
        text = draft.result()
    return text


def _body(text: str) -> str:
    """Return what becomes of a script that imports gym, without its first line."""
    modern = _modern(f"import gym\n{text}")
    assert modern.startswith("import gymnasium as gym\n")
    return modern.removeprefix("import gymnasium as gym\n")


_MAKE = "env = gym.make('CartPole-v1')\n"
# What follows `env = gym.make(...)`, before and after.
_STEPS = {
    "four values": (
        "ob, r, done, info = env.step(0)\n",
        "ob, r, terminated, truncated, info = env.step(0)\ndone = terminated or truncated\n",
    ),
    "no name for done": ("ob, _, _, _ = env.step(0)\n", "ob, _, _, _, _ = env.step(0)\n"),
    "five values": ("ob, r, a, b, i = env.step(0)\n", "ob, r, a, b, i = env.step(0)\n"),
    "one line": (
        "while x: ob, r, done, _ = env.step(0); x += r\n",
        "while x: ob, r, terminated, truncated, _ = env.step(0); done = terminated or truncated; x += r\n",
    ),
    "kept": ("result = env.step(0)\n", f"{_FIVE}result = env.step(0)\n"),
    "returned": ("def act(a):\n    return env.step(a)\n", f"def act(a):\n    {_FIVE}    return env.step(a)\n"),
    "slice": ("a, b, c = env.step(0)[:3]\n", f"{_FIVE}a, b, c = env.step(0)[:3]\n"),
    "parts of the observation": ("p, v, a, w = env.reset()\n", "(p, v, a, w), info = env.reset()\n"),
    "reset": ("ob = env.reset()\nenv.reset()\n", "ob, info = env.reset()\nenv.reset()\n"),
    "reset beside a blank": ("ob = env.reset()\na, _ = f()\n", "ob, _ = env.reset()\na, _ = f()\n"),
    "reset in expressions": (
        "a, b = env.reset(), 0\nf(env.reset())\nx = y = env.reset()\n",
        "a, b = env.reset()[0], 0\nf(env.reset()[0])\nx = y = env.reset()[0]\n",
    ),
    "seed": (
        "env.seed(7)\nnp.random.seed(7)\nob = env.reset()\n",
        f"np.random.seed(7)\n{_SEEDED}ob, info = env.reset(seed=7)\n",
    ),
    "seed before a loop": (
        "env.seed(7)\nenv.action_space.seed(7)\nfor _ in range(3):\n    env.reset()\n",
        f"{_SEEDED}env.reset(seed=7)\nenv.action_space.seed(7)\nfor _ in range(3):\n    env.reset()\n",
    ),
    "no seed": ("env.seed()\nx = 1\n", "x = 1\n"),
    "inner attributes": (
        "print(env.gravity, env.env.length, env.unwrapped.state, env._max_episode_steps)\n",
        "print(env.unwrapped.gravity, env.unwrapped.length, env.unwrapped.state, env._max_episode_steps)\n",
    ),
    "sizes": ("print(env.nS, env.env.nA)\n", "print(env.observation_space.n, env.unwrapped.action_space.n)\n"),
    "limits": (
        "a = env.spec.timestep_limit\nb = env.spec.tags.get('wrapper_config.TimeLimit.max_episode_steps')\n",
        "a = env.spec.max_episode_steps\nb = env.spec.max_episode_steps\n",
    ),
    "generators": (
        "a = env.np_random.randint(3)\nenv.action_space.np_random.seed(1)\n",
        "a = env.np_random.integers(3)\nenv.action_space.seed(1)\n",
    ),
}


@pytest.mark.parametrize("name", _STEPS)
def test_calls_of_an_environment(name: str) -> None:
    old, new = _STEPS[name]
    assert _body(_MAKE + old) == _MAKE + new


_RENDERED = {
    "window": ("env.render()\n", 'render_mode="human"', "env.render()\n"),
    "named mode": ("env.render(mode='human')\n", 'render_mode="human"', "env.render()\n"),
    "array": ("x = env.render(mode='rgb_array')\n", 'render_mode="rgb_array"', "x = env.render()\n"),
    "closed": ("env.render(close=True)\n", "", "env.close()\n"),
}


@pytest.mark.parametrize("name", _RENDERED)
def test_render_modes(name: str) -> None:
    old, argument, new = _RENDERED[name]
    made = f"env = gym.make('CartPole-v1'{', ' * bool(argument)}{argument})\nenv.reset()\n"
    assert _body(f"{_MAKE}env.reset()\n{old}") == made + new


def test_an_environment_of_the_script_keeps_its_modes() -> None:
    made = "env = gym.make('Mine-v0')\nenv.reset()\n"
    assert _body(f"{made}x = env.render(mode='ansi')\n") == f"{made}x = env.unwrapped.render(mode='ansi')\n"


def test_windows_under_a_condition() -> None:
    loop = "while True:\n    if render and x: env.render()\n"
    made = """env = gym.make('CartPole-v1', render_mode="human" if render else None)\n"""
    assert _body(f"render = False\n{_MAKE}{loop}") == f"render = False\n{made}{loop}"
    assert _body(f"render = False\n{_MAKE}{loop}    render = True\n").startswith(f"render = False\n{_WINDOW}{_MAKE}")
    assert _body(f"{_MAKE}{loop.replace('render and x', 'i % 50 == 0')}").startswith(f"{_WINDOW}{_MAKE}")
    assert _body(f"{_MAKE}env.reset()\nenv.render() if x else None\n").startswith(f"{_WINDOW}{_MAKE}")


def test_text_environments_print_what_they_printed() -> None:
    assert _body(
        "env = gym.make('FrozenLake-v0')\nenv.reset()\nenv.render()\nprint(env.render('ansi').getvalue())\n"
    ) == (
        """env = gym.make('FrozenLake-v1', render_mode="ansi")\n"""
        "env.reset()\nprint(env.render())\nprint(env.render())\n"
    )


_GAMES = "import ale_py\ngym.register_envs(ale_py)\n"
_IDS = {
    "still there": ("env = gym.make('PongNoFrameskip-v4')\n", f"{_GAMES}env = gym.make('PongNoFrameskip-v4')\n"),
    "version 3": ("env = gym.make('Pong-v3')\n", f"{_GAMES}env = gym.make('Pong-v4')\n"),
    "deterministic": (
        "env = gym.make('PongDeterministic-v4')\n",
        f"{_GAMES}env = gym.make('ALE/Pong-v5', frameskip=4, repeat_action_probability=0.0)\n",
    ),
    "ram": (
        "env = gym.make('Pong-ram-v0')\n",
        f"""{_GAMES}env = gym.make('ALE/Pong-v5', obs_type="ram", frameskip=(2, 5))\n""",
    ),
    "variable": (
        "name = 'PongDeterministic-v4'\nenv = gym.make(name)\n",
        (f"{_GAMES}name = 'ALE/Pong-v5'\nenv = gym.make(name, frameskip=4, repeat_action_probability=0.0)\n"),
    ),
    "dictionary": ("ids = {'lake': 'FrozenLake-v0'}\n", "ids = {'lake': 'FrozenLake-v1'}\n"),
    "argument": (
        "parser.add_argument('--env', default='LunarLander-v2')\n",
        "parser.add_argument('--env', default='LunarLander-v3')\n",
    ),
    "default": ("env = gym.make('Blackjack-v0')\n", "env = gym.make('Blackjack-v1', sab=False)\n"),
    "parameter": (
        "def f(name='PongDeterministic-v4'):\n    env = gym.make(name)\n",
        (
            f"{_GAMES}def f(name='ALE/Pong-v5'):\n"
            "    # pong-pg: these are the arguments of PongDeterministic-v4; other ids need others\n"
            "    env = gym.make(name, frameskip=4, repeat_action_probability=0.0)\n"
        ),
    ),
    "hidden": (
        "env = gym.make(args.env)  # Atari\n",
        f"{_GAMES}{comment_lines(ids._HIDDEN, '')}env = gym.make(args.env)  # Atari\n",
    ),
}


@pytest.mark.parametrize("name", _IDS)
def test_ids(name: str) -> None:
    old, new = _IDS[name]
    assert _body(old) == new


def test_workers_of_ray_find_the_games() -> None:
    assert _body("import ray\nenv = gym.make('Pong-v0')\n") == "import ray\nenv = gym.make('ale_py:Pong-v0')\n"
    twice = _modern("import gym\nimport ray\nenv = gym.make('PongDeterministic-v4')\n")
    assert _modern(twice) == twice
    assert _GAMES in _body("import ray\nid = 'Pong-v0'\nenv = gym.make(id)\n")


def test_a_file_that_only_names_a_game_is_told() -> None:
    old = "env = wrapped('PongNoFrameskip-v4')\n"
    assert _modern(old, Facts(around=Surroundings(gym=True))) == comment_lines(ids._UNKNOWN, "") + old


_IMPORTS = {
    "modules": (
        "import gym.spaces\nimport gym.wrappers as W\nfrom gym import spaces, error\n",
        "import gymnasium.wrappers as W\nfrom gymnasium import spaces, error\n",
    ),
    "moved": (
        "from gym.wrappers.time_limit import TimeLimit\nfrom gym.spaces.tuple_space import Tuple\n",
        "from gymnasium.wrappers import TimeLimit\nfrom gymnasium.spaces import Tuple\n",
    ),
    "renamed": (
        "from gym.wrappers import FrameStack\nenv = FrameStack(x, num_stack=4, lz4_compress=True)\n",
        "from gymnasium.wrappers import FrameStackObservation\nenv = FrameStackObservation(x, stack_size=4)\n",
    ),
    "attribute": ("x = gym.wrappers.GrayScaleObservation(x)\n", "x = gym.wrappers.GrayscaleObservation(x)\n"),
    "gone": (
        "from gym.spaces import prng, Box\nfrom gym.envs.toy_text import discrete\nprint(discrete)\n",
        (
            "from gymnasium.spaces import Box\n"
            "# pong-pg: Gymnasium has no envs.toy_text.discrete: gymnasium.Env\n"
            "from gymnasium.envs.toy_text import discrete\nprint(discrete)\n"
        ),
    ),
    "strings": (
        "gym.register(id='A-v0', entry_point='gym.envs.classic_control:CartPoleEnv')\nx = 'gym.org'\n",
        "gym.register(id='A-v0', entry_point='gymnasium.envs.classic_control:CartPoleEnv')\nx = 'gym.org'\n",
    ),
    "registry": (
        "a = [s.id for s in gym.envs.registry.all()]\nb = gym.envs.registry.env_specs['CartPole-v1']\n",
        "a = [s.id for s in gym.envs.registry.values()]\nb = gym.envs.registry['CartPole-v1']\n",
    ),
}


@pytest.mark.parametrize("name", _IMPORTS)
def test_imports_and_names(name: str) -> None:
    old, new = _IMPORTS[name]
    assert _body(old) == new


_MONITORS = {
    "folder": (
        (
            f"import os, glob\n{_MAKE}d = 'out'\nenv = gym.wrappers.Monitor(env, d, video_callable=lambda i: False)\n"
            "open(d + '/a')\nglob.glob('out/*.stats.json')\n"
        ),
        (
            f"import os, glob\n{_MAKE}d = 'out'\nos.makedirs(d, exist_ok=True)\n"
            "env = gym.wrappers.RecordEpisodeStatistics(env)\nopen(d + '/a')\n"
            f"{comment_lines(rendering._NO_FILES, '')}glob.glob('out/*.stats.json')\n"
        ),
    ),
    "monitor": (
        f"from gym.wrappers import Monitor\n{_MAKE}env = Monitor(env, 'out', force=True)\n",
        (
            """from gymnasium.wrappers import RecordVideo\nenv = gym.make('CartPole-v1', render_mode="rgb_array")\n"""
            f"{_VIDEOS}env = RecordVideo(env, 'out')\n"
        ),
    ),
    "no videos": (
        f"{_MAKE}env = gym.wrappers.Monitor(env, 'out', video_callable=False)\nprint(env.get_episode_rewards())\n",
        f"{_MAKE}env = gym.wrappers.RecordEpisodeStatistics(env)\nprint(list(env.return_queue))\n",
    ),
    "2016": (
        f"{_MAKE}env.monitor.start('out', force=True)\nenv.monitor.close()\n",
        (
            f"""env = gym.make('CartPole-v1', render_mode="rgb_array")\n{_VIDEOS}"""
            "env = gym.wrappers.RecordVideo(env, 'out')\nenv.close()\n"
        ),
    ),
}


@pytest.mark.parametrize("name", _MONITORS)
def test_monitors(name: str) -> None:
    old, new = _MONITORS[name]
    assert _body(old) == new


_CLASSES = {
    "environment of 2016": (
        """\
        class Walk(gym.Env):
            metadata = {"render.modes": ["human"]}
            def _step(self, action):
                self.x += action
                return self.x, 1.0, self.x > 3, {}
            def _reset(self):
                '''Begin.'''
                self.x = self.np_random.randint(3)
                return self.x
        """,
        """\
        class Walk(gym.Env):
            metadata = {"render_modes": ["human"]}
            def step(self, action):
                self.x += action
                return self.x, 1.0, self.x > 3, False, {}
            def reset(self, *, seed=None, options=None):
                '''Begin.'''
                super().reset(seed=seed)
                self.x = self.np_random.integers(3)
                return self.x, {}
        """,
    ),
    "wrapper that ends episodes": (
        """\
        class Life(gym.Wrapper):
            def step(self, action):
                ob, reward, done, info = self.env.step(action)
                if self.lost: done = True
                return ob, reward, done, info
            def reset(self, **kwargs):
                if self.over:
                    ob = self.env.reset(**kwargs)
                else:
                    ob, _, _, _ = self.env.step(0)
                return ob
        """,
        """\
        class Life(gym.Wrapper):
            def step(self, action):
                ob, reward, terminated, truncated, info = self.env.step(action)
                done = terminated or truncated
                if self.lost: done = True
                return ob, reward, done, truncated, info
            def reset(self, **kwargs):
                if self.over:
                    ob, info = self.env.reset(**kwargs)
                else:
                    ob, _, _, _, info = self.env.step(0)
                return ob, {}
        """,
    ),
    "observations": (
        "class Half(gym.ObservationWrapper):\n    def _observation(self, ob):\n        return ob / 2\n",
        "class Half(gym.ObservationWrapper):\n    def observation(self, ob):\n        return ob / 2\n",
    ),
    "interface of its own": (
        """\
        class Game:
            def __init__(self):
                self.env = gym.make("CartPole-v1")
            def reset(self):
                return self.env.reset()
            def step(self, a):
                ob, r, done, _ = self.env.step(a)
                return ob, r
        game = Game()
        ob = game.reset()
        ob, r = game.step(0)
        """,
        """\
        class Game:
            def __init__(self):
                self.env = gym.make("CartPole-v1")
            def reset(self):
                return self.env.reset()[0]
            def step(self, a):
                ob, r, terminated, truncated, _ = self.env.step(a)
                done = terminated or truncated
                return ob, r
        game = Game()
        ob = game.reset()
        ob, r = game.step(0)
        """,
    ),
    "vector environment of Baselines": (
        "env = DummyVecEnv([f])\nob = env.reset()\nob, r, done, i = env.step(a)\n",
        "env = DummyVecEnv([f])\nob = env.reset()\nob, r, done, i = env.step(a)\n",
    ),
}


@pytest.mark.parametrize("name", _CLASSES)
def test_classes(name: str) -> None:
    old, new = map(textwrap.dedent, _CLASSES[name])
    assert _body(old) == new


def test_a_program_with_five_values_gets_only_names() -> None:
    old = "import gym\nenv = gym.make('CartPole-v1')\nob, info = env.reset(seed=3)\n"
    facts = Facts(settings=Settings(step_values=5))
    assert _modern(old, facts) == old.replace("import gym", "import gymnasium as gym")


def test_modern_code_and_a_gym_of_the_script_stay() -> None:
    modern = "import gymnasium as gym\nenv = gym.make('CartPole-v1')\nob, info = env.reset()\n"
    assert _modern(modern) == modern
    own = "import gym\nenv = gym.make('CartPole-v0')\nob = env.reset()\n"
    assert _modern(own, Facts(around=Surroundings(own=frozenset({"gym"})))) == own
