"""Every row of the tables of the past is reported, with what modern code says, once a place."""

from __future__ import annotations

import pytest

from pong_pg.legacy.read import rules
from pong_pg.legacy.read.findings import find
from pong_pg.legacy.read.forms import find_forms
from pong_pg.legacy.read.source import parse
from pong_pg.legacy.tables import gym, numpy, ray, scipy

NAMES = {**numpy.NAMES, **scipy.NAMES, **ray.NAMES, **gym.GYM_NAMES, **gym.GYMNASIUM_NAMES}
ARGUMENTS = {
    (function, name): row
    for table in (numpy.ARGUMENTS, ray.ARGUMENTS, gym.ARGUMENTS)
    for function, arguments in table.items()
    for name, row in arguments.items()
}


def reported(text: str) -> list[tuple[int, str, str]]:
    parsed = parse("script.py", text.encode())
    found = find("script.py", parsed, find_forms(parsed.tree))
    return [(finding.line, finding.old, finding.new) for finding in found]


def on_line(line: int, text: str) -> list[tuple[str, str]]:
    return [(old, new) for number, old, new in reported(text) if number == line]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_reported_where_it_is_used_and_where_it_is_imported(name: str) -> None:
    row = NAMES[name]
    package = name.partition(".")[0]
    assert row.modern
    assert on_line(2, f"import {package} as p\np{name.removeprefix(package)}\n") == [(name, row.modern)]
    module, _, last = name.rpartition(".")
    assert (name, row.modern) in on_line(1, f"from {module} import {last}\n")


@pytest.mark.parametrize(("function", "argument"), ARGUMENTS)
def test_an_argument_is_reported(function: str, argument: str) -> None:
    modern = ARGUMENTS[function, argument].modern
    package = function.partition(".")[0]
    text = f"import {package}\n{function}(\n{argument}=1)\n"
    assert modern
    assert (f"{function}({argument}=)", modern) in on_line(2, text)
    assert f"{function}({argument}=)" not in str(reported(text.replace(argument, "another")))


@pytest.mark.parametrize("module", rules.MODULES)
def test_a_module_is_reported_where_it_is_imported(module: str) -> None:
    modern = rules.MODULES[module]
    assert modern
    for statement, old in (
        (f"import {module} as m", f"import {module}"),
        (f"from {module} import x", f"from {module} import ..."),
    ):
        assert (old, modern) in on_line(1, statement + "\n")
    package, _, rest = module.rpartition(".")
    if package:
        assert (module, modern) in on_line(1, f"from {package} import {rest}\n")
        assert on_line(2, f"import {module}\n{module}.x\n") == [(module, modern)]


def test_a_module_within_an_old_one_is_reported_too() -> None:
    assert reported("from gym.envs.registration import register\n") == [
        (1, "from gym.envs.registration import ...", "import gymnasium")
    ]
    assert reported("import scipy.misc.pilutil\n") == [(1, "import scipy.misc.pilutil", "PIL.Image or imageio")]
    assert reported("import ray.actor, gymnasium.wrappers, scipy.stats, numpy.linalg, queue\n") == []


def test_only_the_whole_of_a_name_is_reported() -> None:
    assert reported("import ray\nray.services.start_ray_local()\nray.services.other()\n") == [
        (2, "ray.services.start_ray_local", "ray.init()"),
        (3, "ray.services", "ray.init()"),
    ]


@pytest.mark.parametrize("old", gym.OVERRIDES)
def test_an_overridden_method_is_reported(old: str) -> None:
    text = f"import gym\nclass E(gym.Env):\n    def {old}(self):\n        pass\n"
    assert on_line(3, text) == [(f"def {old}", f"def {gym.OVERRIDES[old]}")]
    assert on_line(3, text.replace("gym", "other")) == []


@pytest.mark.parametrize(
    ("env_id", "modern"),
    [
        ("Pong-v0", 'gymnasium.make("ALE/Pong-v5", frameskip=(2, 5))'),
        ("PongNoFrameskip-v2", 'gymnasium.make("ALE/Pong-v5", frameskip=1, repeat_action_probability=0.0)'),
        ("PongDeterministic-v0", 'gymnasium.make("ALE/Pong-v5", frameskip=4)'),
        ("Breakout-ram-v0", 'gymnasium.make("ALE/Breakout-v5", obs_type="ram", frameskip=(2, 5))'),
        ("UpNDownNoFrameskip-v0", 'gymnasium.make("ALE/UpNDown-v5", frameskip=1)'),
        ("Backgammon-v0", ""),
        ("CartPole-v0", 'gymnasium.make("CartPole-v1")'),
        ("Taxi-v2", 'gymnasium.make("Taxi-v4")'),
        ("Hopper-v1", 'gymnasium.make("Hopper-v5")'),
        ("NChain-v0", ""),
        ("MountainCar-v0", ""),
        ("CartPole-v1", ""),
        ("ALE/Pong-v5", ""),
        ("Pongo-v0", ""),
    ],
)
def test_an_id_is_reported_if_it_is_old(env_id: str, modern: str) -> None:
    expected = [(f"gym.make({env_id!r})", modern)] if modern else []
    assert on_line(2, f"import gym\ngym.make({env_id!r})\n") == expected


def test_an_actor_class_is_reported_with_and_without_options() -> None:
    for decorator in ("@ray.actor", "@ray.actor(num_cpus=1)"):
        ((line, old, _),) = reported(f"import ray\n{decorator}\nclass A: pass\n")
        assert (line, old) == (3, rules.ACTOR_CLASS)
