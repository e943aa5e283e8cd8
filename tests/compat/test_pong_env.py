from __future__ import annotations

import copy
import itertools
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from stack import HAS_GYMNASIUM, on_ale

from pong_pg.compat import make
from pong_pg.compat._versions import load_ale_py
from pong_pg.errors import EnvError

pytestmark = [
    pytest.mark.needs("ale-py>=0.11", "gymnasium>=1.1"),
    pytest.mark.skipif(not HAS_GYMNASIUM, reason="needs Gymnasium"),
]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"repeat_action_probability": 0.0, "obs_type": "grayscale"},
    {"frameskip": (2, 5), "obs_type": "ram"},
    {"frameskip": 1, "repeat_action_probability": 0.6, "obs_type": "ram"},
    {"full_action_space": True, "obs_type": "ram"},
    {"mode": 1, "difficulty": 3, "obs_type": "ram"},
    {"max_num_frames_per_episode": 1_001, "obs_type": "ram"},
    {"max_num_frames_per_episode": 0, "obs_type": "ram"},
]


def games(env: Any, *, steps: int = 1_600, seed: int = 3) -> list[Any]:
    """What an environment shows in games one after another, the first one seeded."""
    rng = np.random.default_rng(1)
    observation, info = env.reset(seed=seed)
    found: list[Any] = [observation.tobytes(), info]
    for _ in range(steps):
        observation, *rest = env.step(int(rng.integers(env.action_space.n)))
        found += [observation.tobytes(), *rest]
        if rest[1] or rest[2]:
            observation, info = env.reset()
            found += [observation.tobytes(), info]
    return found


def made(env_id: str, **settings: Any) -> Any:
    import gymnasium

    from pong_pg.compat.gymnasium_base import register_pong

    load_ale_py()  # registers its environments
    register_pong()
    return gymnasium.make(env_id, **settings)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_episodes_are_those_of_ale_with_the_same_seed(settings: dict[str, Any]) -> None:
    one, other = made("pong_pg:Pong-v5", **settings), made("ALE/Pong-v5", **settings)
    assert one.observation_space == other.observation_space
    assert one.action_space == other.action_space
    assert one.unwrapped.get_action_meanings() == other.unwrapped.get_action_meanings()
    for number, (ours, theirs) in enumerate(itertools.zip_longest(games(one), games(other))):
        assert ours == theirs, number


def test_on_ale_it_is_the_same() -> None:
    one, other = made("pong_pg/Pong-v5", obs_type="ram"), on_ale(made, "pong_pg/Pong-v5", obs_type="ram")
    assert games(one, steps=300) == games(other, steps=300)


# Which packages are imported, in which order, before `gymnasium.make`.
ORDERS = [
    "import gymnasium",
    "import gymnasium, pong_pg",
    "import pong_pg, gymnasium",
    "import importlib.util, pong_pg; importlib.util.find_spec('gymnasium'); import gymnasium",
    "import pong_pg; pong_pg.make('ALE/Pong-v5'); import gymnasium",
    "import pong_pg, ale_py, gymnasium; gymnasium.register_envs(ale_py)",
]


@pytest.mark.parametrize("imports", ORDERS)
def test_it_is_registered_whichever_package_is_imported_first(imports: str) -> None:
    code = f"""
{imports}
env = gymnasium.make("pong_pg:Pong-v5")
print(env.unwrapped, gymnasium.make(env.spec).unwrapped, gymnasium.make("pong_pg/Pong-v5").unwrapped)
print(gymnasium.make_vec("pong_pg:Pong-v5", num_envs=2).unwrapped)
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, capture_output=True, text=True)
    one, many = "<PongEnv<pong_pg/Pong-v5>>", "PongVectorEnv(pong_pg/Pong-v5, num_envs=2)"
    assert done.stdout.splitlines()[-2:] == [f"{one} {one} {one}", many]


def test_it_does_not_make_ales_ids_out_of_date() -> None:
    code = "import pong_pg, ale_py, gymnasium; gymnasium.register_envs(ale_py); gymnasium.make('Pong-v4')"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, capture_output=True, text=True)


def test_a_gymnasium_that_can_not_be_imported_is_no_matter_to_the_package() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import pong_pg; pong_pg.make"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_rendering() -> None:
    env = made("pong_pg/Pong-v5", render_mode="rgb_array")
    observation, _ = env.reset(seed=0)
    np.testing.assert_array_equal(env.render(), observation)


@pytest.mark.parametrize(("frameskip", "expected"), [(4, 15), (1, 60), ((2, 5), 20), (100_000, 1)])
def test_a_video_has_as_many_frames_a_second_as_there_are_steps(frameskip: Any, expected: int) -> None:
    envs: list[Any] = [made("pong_pg/Pong-v5", frameskip=frameskip), make("ALE/Pong-v5", frameskip=frameskip)]
    for env in envs:
        assert env.metadata["render_fps"] == expected


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_is_a_new_environment_with_the_same_arguments(again: Any) -> None:
    env = made("pong_pg/Pong-v5", obs_type="ram", frameskip=(2, 5), mode=1).unwrapped
    assert games(again(env), steps=200) == games(env, steps=200)


def test_gymnasiums_checker_has_nothing_to_say() -> None:
    from gymnasium.utils.env_checker import check_env

    for settings in ({}, {"obs_type": "ram"}, {"obs_type": "grayscale", "frameskip": (2, 5)}):
        check_env(made("pong_pg:Pong-v5", render_mode="rgb_array", **settings).unwrapped)


@pytest.mark.parametrize(
    "settings",
    [{"obs_type": "palette"}, {"mode": 2}, {"difficulty": 4}, {"frameskip": 0}, {"max_num_frames_per_episode": 1.5}],
    ids=str,
)
def test_arguments_are_checked(settings: dict[str, Any]) -> None:
    with pytest.raises(EnvError, match=next(iter(settings))):
        made("pong_pg/Pong-v5", **settings)


def test_a_step_after_close_is_an_error() -> None:
    env = made("pong_pg/Pong-v5").unwrapped
    env.reset(seed=0)
    env.close()
    with pytest.raises(EnvError, match="after close"):
        env.step(0)
