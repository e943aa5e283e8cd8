"""What `--check` and a plain run report about a script."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from old_scripts import run, run_text, write

OLD = """
    import gym
    import numpy as np
    import ray
    import cPickle as pickle
    from scipy.misc import imresize

    ray.init(redis_address=None, num_workers=3, redirect_output=True)

    @ray.remote(num_return_vals=2)
    def play(x):
        return x, x

    @ray.actor
    class Actor(object):
        def _step(self, action):
            return play(action)

    env = gym.make("PongDeterministic-v4")
    env.seed(3)
    observation = env.reset()
    observation, reward, done, info = env.step(2)
    env.render()
    print np.float, np.Inf
"""


def check(tmp_path: Path, text: str) -> dict[str, Any]:
    done = run("--check", "--json", write(tmp_path, text))
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_check_reports_every_place_and_runs_nothing(tmp_path: Path) -> None:
    document = check(tmp_path, OLD)
    assert (document["python"], document["gym_api"], document["ray_wait"]) == (2, 4, "milliseconds")
    assert {(row["line"], row["old"]) for row in document["translated"]} == {
        (1, "import gym"),
        (4, "import cPickle"),
        (5, "from scipy.misc import ..."),
        (5, "scipy.misc.imresize"),
        (7, "ray.init(redis_address=)"),
        (7, "ray.init(num_workers=)"),
        (7, "ray.init(redirect_output=)"),
        (9, "ray.remote(num_return_vals=)"),
        (14, "@ray.actor class"),
        (15, "def _step"),
        (16, "a remote function called without .remote"),
        (18, "gym.make('PongDeterministic-v4')"),
        (19, "env.seed(n)"),
        (20, "obs = env.reset()"),
        (21, "obs, reward, done, info = env.step()"),
        (22, "env.render() opens a window"),
        (23, "numpy.float"),
        (23, "numpy.Inf"),
        (23, "print statement"),
    }
    assert all(row["file"] == str(tmp_path / "script.py") and row["new"] for row in document["translated"])


@pytest.mark.parametrize(
    "text",
    [
        "import gymnasium as gym\nenv = gym.make('ALE/Pong-v5')\nobs, info = env.reset(seed=1)\n",
        "import ray\n@ray.remote(num_returns=2)\ndef f(): return 1, 2\nf.remote()\nray.wait([], timeout=1000)\n",
        "import ray.actor\nhandle = ray.actor.ActorHandle\n",
        "import numpy as np\nx = np.float64(1) / 2\nnp.random.seed(1)\n",
        "class Float: pass\nnp = Float()\nnp.float = 3\nprint(np.float)\n",
        "import torch\ntorch.seed(1)\nmodel.render()\n",
    ],
)
def test_modern_code_is_not_reported(tmp_path: Path, text: str) -> None:
    assert check(tmp_path, text)["translated"] == []
    assert check(tmp_path, text)["ray_wait"] == "seconds"


OF_2016 = "import gym.scoreboard.scoring\nprint(1, 2)\n"


@pytest.mark.parametrize(
    ("text", "python"),
    [
        (OF_2016, 2),
        ("import gym.scoreboard\nprint(1, 2)\n", 3),
        (OF_2016.replace("1, 2", "1"), 3),
        (f"{OF_2016}x = f''\n", 3),
    ],
)
def test_a_script_of_2016_that_shows_no_python_is_taken_for_python_2(tmp_path: Path, text: str, python: int) -> None:
    document = check(tmp_path, text)
    assert document["python"] == python
    told = [note for note in document["notes"] if note.endswith("taken for Python 2; --python 3 if it is not")]
    assert len(told) == (python == 2)


def test_a_module_that_is_handed_its_environment_is_reported_too(tmp_path: Path) -> None:
    write(tmp_path, "import random\nrandom.seed(1)\nview.render()\ndef play(env):\n    env.seed(1)\n", "agent.py")
    write(
        tmp_path, "def walk(env):\n    o = env.reset()\n    while True:\n        o, r, d, _ = env.step(0)\n", "walk.py"
    )
    write(tmp_path, "def lay(o):\n    o.seed(1)\n    return o.render()\n", "other.py")
    rows = check(tmp_path, "import gym, agent, walk, other\n")["translated"]
    assert {(Path(row["file"]).name, row["line"], row["old"]) for row in rows} == {
        ("script.py", 1, "import gym"),
        ("agent.py", 5, "env.seed(n)"),
        ("walk.py", 2, "obs = env.reset()"),
        ("walk.py", 4, "obs, reward, done, info = env.step()"),
    }
    # Without gym, nothing of it is an environment's.
    assert check(tmp_path, "import agent, walk, other\n")["translated"] == []


def test_an_own_module_of_an_old_name_is_not_reported(tmp_path: Path) -> None:
    write(tmp_path, "def make(name): return name\n", "gym.py")
    text = "import gym\nfrom gym import make\nenv = gym.make('Pong-v0')\nenv.seed(1)\no, r, d, i = env.step(1)\n"
    assert check(tmp_path, text)["translated"] == []


def test_rendering_as_today_is_not_reported(tmp_path: Path) -> None:
    text = "import gym\nenv = gym.make('CartPole-v1', render_mode='rgb_array')\nenv.render()\n"
    assert [row["old"] for row in check(tmp_path, text)["translated"]] == ["import gym"]
    rows = check(tmp_path, text + "env.render(mode='rgb_array')\n")["translated"]
    assert [row["old"] for row in rows] == ["import gym", "env.render(mode='rgb_array')"]


def test_a_run_says_one_line_and_then_a_table(tmp_path: Path) -> None:
    done = run_text(tmp_path, "import numpy as np\nprint(np.float(1))\nprint(np.float(2))\n")
    lines = done.stderr.splitlines()
    assert done.stdout == "1.0\n2.0\n"
    assert lines[0].endswith("script.py: Python 3; 2 places to translate")
    assert lines[1] == "pong-pg run: translated in this run:"
    assert lines[2].split("  ")[-1] == "what modern code says"
    assert "script.py:2,3  numpy.float" in lines[3]
    assert len(lines) == 4


def test_a_script_of_today_has_no_table(tmp_path: Path) -> None:
    done = run_text(tmp_path, "print('hi')\n")
    assert done.stderr.splitlines() == [f"pong-pg run: {tmp_path / 'script.py'}: Python 3; nothing to translate"]


def test_the_user_can_choose_the_gym_api(tmp_path: Path) -> None:
    text = "import gym\nenv = gym.make('CartPole-v0')\nprint(type(env.reset()).__name__, len(env.step(0)))\n"
    for options, printed in (
        ((), "ndarray 4\n"),
        (("--gym-api", "5"), "tuple 5\n"),
        (("--gym-api", "4"), "ndarray 4\n"),
    ):
        assert run_text(tmp_path, text, options=options).stdout == printed


SEEDED = """
import gym
env = gym.make("{}")
env.seed(3)
env.reset()
for _ in range(300):
    observation, reward, done, info = env.step(2)
print(int(observation.sum()))
"""


@pytest.mark.needs("ale-py>=0.10")
def test_the_user_can_choose_atari_py_and_is_told_if_it_is_a_guess(tmp_path: Path) -> None:
    text = SEEDED.format("Pong-ram-v0")
    plain, *chosen = (
        run_text(tmp_path, text, options=options) for options in ((), ("--atari-py", "0.1"), ("--atari-py", "0.2"))
    )
    assert plain.stderr.count("as atari-py 0.2 drew") == plain.stderr.count("--atari-py 0.1 or --atari-py 0.2") == 1
    assert all("atari-py" not in done.stderr for done in chosen)
    assert plain.stdout == chosen[1].stdout != chosen[0].stdout != ""
