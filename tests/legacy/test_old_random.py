"""Pong of atari-py's time: golden values of gym 0.9.4 on atari-py 0.1.7 and gym 0.19.0 on atari-py 0.2.6."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from pong_pg.compat.ids import PONG_IDS
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.old_random import OldStickyActions

pytestmark = pytest.mark.needs("ale-py>=0.10")

GAMES = {
    ("0.1", "Pong-v0", 7): ("0d5ac62ee4cdb7c1753021a7bf2abd7d", -7.0),
    ("0.1", "PongDeterministic-v0", 0): ("181116daa386cce4e8cebc33a0af8313", -13.0),
    ("0.1", "PongNoFrameskip-v0", 0): ("384f4cb109bb88c25c14c753a3a22278", -2.0),
    ("0.1", "Pong-ram-v0", 7): ("156d129af3c9d03f6ec47d4bb789a51c", -7.0),
    ("0.2", "Pong-v0", 0): ("2ce3bacb07bc0280fb3acdc9eba73232", -6.0),
    ("0.2", "PongDeterministic-v0", 7): ("b2fee8c74c5f4bd44369bb4a68007c17", -12.0),
    ("0.2", "PongNoFrameskip-v0", 7): ("6bbf512902e3a48f216990066c6a1236", -1.0),
    ("0.2", "Pong-v4", 0): ("b3be548aed683f9c6580ca0975dcde4e", -7.0),
}


@pytest.fixture
def made() -> Iterator[Callable[[str, str], Any]]:
    """Makes an id's environment as a version of atari-py had it."""

    def make(env_id: str, version: str) -> Any:
        from pong_pg.legacy.shims.gym.envs.atari import AtariEnv

        settings.use(settings.Settings(early_gym=version == "0.1"))
        meaning = PONG_IDS[env_id]
        obs_type = "ram" if meaning.obs_type == "ram" else "image"
        sticky = meaning.repeat_action_probability
        return AtariEnv("pong", obs_type=obs_type, frameskip=meaning.frameskip, repeat_action_probability=sticky)

    before = settings.current()
    yield make
    settings.use(before)


def _played(env: Any, seed: int, episodes: int = 2, steps: int = 300) -> tuple[str, float]:
    actions = np.random.RandomState(seed)
    digest = hashlib.md5()
    total = 0.0
    env.seed(seed)
    for _ in range(episodes):
        digest.update(env.reset().tobytes())
        for _ in range(steps):
            observation, reward, done, _ = env.step(int(actions.randint(6)))
            digest.update(observation.tobytes())
            total += reward
            if done:
                break
    return digest.hexdigest(), total


@pytest.mark.parametrize(("version", "env_id", "seed"), GAMES)
def test_a_seed_gives_the_game_of_then(version: str, env_id: str, seed: int, made: Callable[[str, str], Any]) -> None:
    assert _played(made(env_id, version), seed) == GAMES[version, env_id, seed]


def test_two_environments_do_not_share_their_random_numbers(made: Callable[[str, str], Any]) -> None:
    one, other = (made("Pong-v0", "0.2") for _ in range(2))
    _played(other, 1, episodes=1, steps=50)
    assert _played(one, 0) == GAMES["0.2", "Pong-v0", 0]


@pytest.mark.parametrize("version", ["0.1", "0.2"])
def test_the_numbers_can_be_continued_from_any_point(version: str) -> None:
    sticky = OldStickyActions(version, 0.25, seed=5)
    for _ in range(5000):
        sticky.holds()
    drawn = sticky.drawn
    expected = [sticky.holds() for _ in range(200)]
    other = OldStickyActions(version, 0.25, seed=1)
    other.go_to(5, drawn)
    assert [other.holds() for _ in range(200)] == expected
