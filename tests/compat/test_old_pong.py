"""Pong of atari-py's time: golden values of gym 0.9.4 on atari-py 0.1.7 and gym 0.19.0 on atari-py 0.2.6."""

from __future__ import annotations

import hashlib
import pickle
from typing import Any

import numpy as np
import pytest

import pong_pg
from pong_pg.compat import make_for_training
from pong_pg.compat.old_random import OldStickyActions
from pong_pg.errors import EnvError

pytestmark = pytest.mark.needs("ale-py>=0.10")

GAMES = {
    ("0.1", "Pong-v0", 0): ("8db8f8bafc7a32d1d81fad5d1bc78d7c", -7.0),
    ("0.1", "Pong-v0", 7): ("0d5ac62ee4cdb7c1753021a7bf2abd7d", -7.0),
    ("0.1", "PongDeterministic-v0", 0): ("181116daa386cce4e8cebc33a0af8313", -13.0),
    ("0.1", "PongDeterministic-v0", 7): ("a79200f2eabc7e715b3ee1fd72ff2a2e", -12.0),
    ("0.1", "PongNoFrameskip-v0", 0): ("384f4cb109bb88c25c14c753a3a22278", -2.0),
    ("0.1", "PongNoFrameskip-v0", 7): ("e7464dd449fb14321f93b8e951f04e66", -2.0),
    ("0.1", "Pong-ram-v0", 0): ("12ab18b4a435dc5658b53ff3c8430994", -7.0),
    ("0.1", "Pong-ram-v0", 7): ("156d129af3c9d03f6ec47d4bb789a51c", -7.0),
    ("0.1", "Pong-v4", 0): ("b3be548aed683f9c6580ca0975dcde4e", -7.0),
    ("0.1", "Pong-v4", 7): ("f771bcd37feeb97253cbcad8111950c0", -10.0),
    ("0.1", "Pong-ramNoFrameskip-v4", 0): ("9c634d322d4eb0beb9b995c50589f40e", -2.0),
    ("0.1", "Pong-ramNoFrameskip-v4", 7): ("d002ee9faced4e89e424319a43d522dc", -1.0),
    ("0.2", "Pong-v0", 0): ("2ce3bacb07bc0280fb3acdc9eba73232", -6.0),
    ("0.2", "Pong-v0", 7): ("e1fb6a48247885df922214fbd0b963ab", -10.0),
    ("0.2", "PongDeterministic-v0", 0): ("61763fe9c7291021696fd8bac1519143", -12.0),
    ("0.2", "PongDeterministic-v0", 7): ("b2fee8c74c5f4bd44369bb4a68007c17", -12.0),
    ("0.2", "PongNoFrameskip-v0", 0): ("2ac2b6b30d55d6d8f771d066c5062675", -2.0),
    ("0.2", "PongNoFrameskip-v0", 7): ("6bbf512902e3a48f216990066c6a1236", -1.0),
    ("0.2", "Pong-ram-v0", 0): ("dd25b7f1c8863cd158a4d8bcb9064cf7", -6.0),
    ("0.2", "Pong-ram-v0", 7): ("a5ebf2c17ac4111a0e62ae6a2910ee4f", -10.0),
    ("0.2", "Pong-v4", 0): ("b3be548aed683f9c6580ca0975dcde4e", -7.0),
    ("0.2", "Pong-v4", 7): ("f771bcd37feeb97253cbcad8111950c0", -10.0),
    ("0.2", "Pong-ramNoFrameskip-v4", 0): ("4186592e8d98820fc46b60ac03c7f220", -2.0),
    ("0.2", "Pong-ramNoFrameskip-v4", 7): ("c76b28fc20d0d020a2ece4ce84d71b57", -1.0),
}


def _played(env: Any, seed: int, episodes: int = 2, steps: int = 300) -> tuple[str, float]:
    actions = np.random.RandomState(seed)
    digest = hashlib.md5()
    total = 0.0
    for episode in range(episodes):
        observation, _ = env.reset(seed=seed if episode == 0 else None)
        digest.update(observation.tobytes())
        for _ in range(steps):
            observation, reward, terminated, truncated, _ = env.step(int(actions.randint(6)))
            digest.update(observation.tobytes())
            total += reward
            if terminated or truncated:
                break
    return digest.hexdigest(), total


@pytest.mark.parametrize(("version", "env_id", "seed"), GAMES)
def test_a_seed_gives_the_game_of_then(version: str, env_id: str, seed: int) -> None:
    env = pong_pg.make(env_id, atari_py=version)
    assert _played(env, seed) == GAMES[version, env_id, seed]


def test_two_environments_do_not_share_their_random_numbers() -> None:
    one, other = (pong_pg.make("Pong-v0", atari_py="0.2") for _ in range(2))
    _played(other, 1, episodes=1, steps=50)
    assert _played(one, 0) == GAMES["0.2", "Pong-v0", 0]


def test_without_a_seed_games_differ() -> None:
    env = pong_pg.make("PongNoFrameskip-v0", atari_py="0.1", obs_type="ram")
    digests = set()
    for _ in range(3):
        env = pong_pg.make("PongNoFrameskip-v0", atari_py="0.1", obs_type="ram")
        env.reset()
        digests.add(b"".join(env.step(2 + step % 2)[0].tobytes() for step in range(100)))
    assert len(digests) == 3


def test_an_episode_has_as_many_steps_as_gym_allowed() -> None:
    env: Any = pong_pg.make("Pong-v0", atari_py="0.2")
    env.reset(seed=0)
    env.unwrapped._steps = 9_998
    assert env.step(0)[3] is False
    assert env.step(0)[3] is True
    env.reset()
    assert env.step(0)[3] is False


def test_it_can_be_pickled_and_is_not_for_the_fast_path() -> None:
    env: Any = pong_pg.make("PongDeterministic-v0", atari_py="0.1.7", obs_type="ram")
    again = pickle.loads(pickle.dumps(env))
    assert again._arguments() == env._arguments()
    assert again._arguments()["atari_py"] == "0.1"
    assert make_for_training("Pong-v0", atari_py="0.2").reset(seed=0)[0].shape == (210, 160, 3)


@pytest.mark.parametrize(
    ("env_id", "version", "message"),
    [
        ("ALE/Pong-v5", "0.2", r"must be one of its time, such as Pong-v0; got"),
        ("Pong-v0", "0.3", r"must be a string, '0\.1' or '0\.2'; got '0\.3'"),
        ("Pong-v0", 0.2, r"must be a string, '0\.1' or '0\.2'; got 0\.2"),
    ],
)
def test_what_never_existed_is_refused(env_id: str, version: Any, message: str) -> None:
    with pytest.raises(EnvError, match=message):
        pong_pg.make(env_id, atari_py=version)


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
