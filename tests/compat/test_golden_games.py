"""The same game on every stack: one golden file, asserted on all of them.

`python tests/compat/test_golden_games.py` writes it anew, from the stack that runs it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from stack import BACKENDS, GYM, HAS_GYMNASIUM

import pong_pg
from pong_pg.compat.ids import PONG_IDS

NATIVE_IDS = ["Pong-v0", "Pong-v4", "PongDeterministic-v4", "PongNoFrameskip-v4", "ALE/Pong-v5", "Pong-ram-v0"]
GOLDEN = Path(__file__).parents[1] / "golden" / "games.json"
SEED = 1
STEPS = 600


def game_digest(env: Any) -> str:
    """SHA-256 of all frames, rewards and ends of a game with seed 1 and a fixed stream of random actions."""
    actions = np.random.default_rng(6)
    sha = hashlib.sha256()
    observation, _ = env.reset(seed=SEED)
    sha.update(observation.tobytes())
    for _ in range(STEPS):
        observation, reward, terminated, truncated, _ = env.step(int(actions.integers(6)))
        sha.update(observation.tobytes() + np.float64(reward).tobytes() + bytes([terminated, truncated]))
        if terminated or truncated:
            break
    return sha.hexdigest()


def digests(backend: str) -> dict[str, str]:
    return {env_id: game_digest(pong_pg.make(env_id, backend=backend)) for env_id in PONG_IDS}


def golden(backend: str, env_id: str) -> str:
    games: dict[str, str] = json.loads(GOLDEN.read_text())[backend]
    return games[env_id]


@pytest.mark.parametrize("env_id", PONG_IDS)
def test_a_direct_game_is_the_same_on_every_stack(env_id: str) -> None:
    assert game_digest(pong_pg.make(env_id, backend="direct")) == golden("direct", env_id)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("env_id", NATIVE_IDS)
def test_a_native_game_is_the_same_wherever_the_packages_draw_alike(env_id: str, backend: str) -> None:
    """All do since gym 0.26 and ale-py 0.8; gym 0.19 and atari-py do where nothing is drawn.

    On gym 0.21 and 0.25 nobody has a Pong but this package, and what `gym.make` gives is the direct game.
    """
    draws = isinstance(PONG_IDS[env_id].frameskip, tuple) or PONG_IDS[env_id].repeat_action_probability > 0
    digest = game_digest(pong_pg.make(env_id, backend=backend))
    if backend == "gym" and GYM[:2] == (0, 19):
        assert (digest == golden("native", env_id)) != draws
    else:
        assert digest == golden("native" if HAS_GYMNASIUM else "direct", env_id)


@pytest.mark.every_python
def test_where_nothing_is_drawn_the_direct_game_is_the_native_one() -> None:
    same = {env_id for env_id in PONG_IDS if golden("direct", env_id) == golden("native", env_id)}
    assert same == {env_id for env_id, meaning in PONG_IDS.items() if meaning.frameskip in {1, 4} and "v4" in env_id}


if __name__ == "__main__":
    written = {"direct": digests("direct"), "native": digests("gymnasium")}
    GOLDEN.write_text(json.dumps(written, indent=1) + "\n")
