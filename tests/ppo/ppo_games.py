"""Weights, games and rollouts that the tests of PPO share."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from falling import BALLS, FALL, FallingBall

import pong_pg
from pong_pg.compat import make_for_training
from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.game.seeding import env_game
from pong_pg.native import build
from pong_pg.ppo import learner, play
from pong_pg.ppo.network import Weights, observation, to_fixed_point
from pong_pg.ppo.rollout import ConsoleRunner, Position, Rollout, Runner, rules_of

GAMES = functools.partial(env_game, 7, 2)
# Steps of a game of the toy environment.
LENGTH = BALLS * FALL


def weights(hidden: int = 9, seed: int = 3) -> Weights:
    """Weights with larger heads than fresh ones, so that the actions depend on what is seen."""
    rng = np.random.default_rng(seed)
    fresh = Weights.initial(hidden, rng)
    biases = (rng.standard_normal(4) / 10).astype(np.float32)
    return fresh._replace(heads=fresh.heads * 20, biases=biases)


def played(hidden: int = 9, seed: int = 3) -> Weights:
    """The same in fixed point."""
    return to_fixed_point(weights(hidden, seed))


def pong(env_id: str = "ALE/Pong-v5", **kwargs: Any) -> Any:
    return make_for_training(env_id, backend="direct", **kwargs)


def console(env_id: str = "ALE/Pong-v5", position: Position | None = None, **kwargs: Any) -> ConsoleRunner:
    env = pong(env_id, **kwargs)
    assert rules_of(env) is not None, "the tests need the console in C"
    return ConsoleRunner(env, GAMES, position)


def toy(position: Position | None = None, end: str = "terminated") -> Runner:
    return Runner(FallingBall(end), GAMES, position)


def with_fault(source: str, name: str, right: str, wrong: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Compile a copy of a C file of `pong_pg.ppo` with a fault in one of the files that it consists of."""
    for room in ("ppo", "game", "native"):
        (folder / room).mkdir()
        for file in (Path(pong_pg.__file__).parent / room).glob("*.[ch]"):
            text = file.read_text()
            assert file.name != name or text.count(right) == 1
            (folder / room / file.name).write_text(text.replace(right, wrong) if file.name == name else text)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setattr(build, "_FLAGS", ("-std=c99", "-O1", "-DWIDE=", "-fPIC", "-shared"))
    functions = {"learner.c": learner.LIBRARY, "play.c": play.LIBRARY}[source].functions
    library = build.Library(folder / "ppo" / source, functions=functions).load()
    assert library is not None, "the tests need a C compiler"
    return library


def bits(rollout: Rollout) -> list[Any]:
    return [*(array.tobytes() for array in rollout[:-2]), rollout.games, rollout.position.actions.tolist()]


def masks_of_play(count: int, seed: int = 0) -> npt.NDArray[np.uint8]:
    """Made-up masks, (count, 6400): two paddles and a ball that jump about; some of noise, and some with all lit."""
    rng = np.random.default_rng(seed)
    masks = np.zeros((count, SIDE, SIDE), np.uint8)
    for number, mask in enumerate(masks):
        for column in (8, 70):
            top = int(rng.integers(0, 6)) * 5
            mask[top : top + 8, column : column + 2] = 1
        mask[number % 79 : number % 79 + 2, rng.integers(80)] = 1
        if number % 7 == 3:
            mask[...] |= rng.random((SIDE, SIDE)) < 0.02
        if number % 20 == 10:
            mask[...] = 1
    return masks.reshape(count, PIXELS)


def recorded(masks: npt.NDArray[np.uint8], ended: Sequence[int] = ()) -> tuple[Rollout, npt.NDArray[np.int8]]:
    """Return the rollout in which these masks are seen, and the network's inputs.

    Args:
        masks: of the frame before the first observation, and of each observation.
        ended: the steps that end a game.
    """
    changes = [np.flatnonzero(now != before).astype(np.int16) for before, now in itertools.pairwise(masks)]
    steps = len(masks) - 2
    over = np.zeros(steps, np.uint8)
    over[list(ended)] = 1
    ends = np.cumsum([len(pixels) for pixels in changes])
    actions = np.random.default_rng(0).integers(3, size=steps).astype(np.uint8)
    rollout = Rollout(np.concatenate(changes), ends, masks[-1], actions, np.zeros(steps), over, [], Position())
    firsts = {step + 1 for step in ended}
    X = [observation(masks[n + 1], masks[n + 1 if n in firsts else n]) for n in range(steps + 1)]
    return rollout, np.stack(X)
