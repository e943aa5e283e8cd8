"""A game that C plays by itself: its generators are NumPy's, and its steps those of the direct environment."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from stack import on_ale

from pong_pg.compat import make, make_for_training
from pong_pg.game import console_game
from pong_pg.game.console_game import Game, console_rules
from pong_pg.game.frames import PALETTE_MASK, crop
from pong_pg.native import build

# What a C file of an algorithm does with console_game.h, one function at a time.
SOURCE = """
#include "console_game.h"

void draw_numbers(Generator *generator, double *numbers, int64_t count)
{
    for (int64_t i = 0; i < count; i++) numbers[i] = uniform(generator);
}

int begin(Game *game) { return begin_next_game(game); }
int step(Game *game, int action, double *reward) { return play_step(game, action, reward); }
int64_t changes(Game *game, int16_t *pixels) { return list_changes(game, pixels); }
"""


def compiled(folder: Path, monkeypatch: pytest.MonkeyPatch, right: str = "", wrong: str = "") -> Any:
    """Compile it, with a fault in place of something right."""
    for header in Path(console_game.__file__).parent.glob("*.h"):
        text = header.read_text()
        assert header.name != "console_game.h" or not right or text.count(right) == 1
        (folder / header.name).write_text(text.replace(right, wrong) if right else text)
    (folder / "of_test.c").write_text(SOURCE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    library: Any = build.Library(
        folder / "of_test.c", functions={"draw_numbers": ([ctypes.c_void_p, np.float64, ctypes.c_int64], None)}
    ).load()
    assert library is not None, "the tests need a C compiler"
    library.changes.restype = ctypes.c_int64
    return library


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    return compiled(tmp_path, monkeypatch)


def drawn(library: Any, rng: np.random.Generator, count: int) -> Any:
    generator, numbers = console_game._Generator(), np.empty(count)
    generator.take(rng)
    library.draw_numbers(ctypes.addressof(generator), numbers, count)
    return numbers.tolist()


@pytest.mark.parametrize("seed", [0, 1, 2**31 - 1, 2**100])
@pytest.mark.parametrize("before", [0, 1, 1000])
def test_numbers_are_those_that_numpy_draws(library: Any, seed: int, before: int) -> None:
    """Of thousands of numbers, each of the 64 rotations gives some."""
    rng = np.random.default_rng(seed)
    rng.random(before)
    numbers = drawn(library, rng, 5000)
    assert numbers == rng.random(5000).tolist()
    assert 0 <= min(numbers) < 0.01
    assert 0.99 < max(numbers) < 1


class Both:
    """The same games, played by C and by an environment."""

    def __init__(self, library: Any, env_id: str, **kwargs: Any) -> None:
        self._library, self._env = library, make(env_id, backend="direct", obs_type="palette", **kwargs)
        rules = console_rules(make_for_training(env_id, backend="direct", **kwargs))
        assert rules is not None, "the tests need the console in C"
        self._game, self._at = Game(rules), ctypes.c_void_p()
        self._at.value = self._game.address

    def play(self, games: int, most: int) -> list[int]:
        """Play some games of random actions, each of so many steps at most; return how they ended."""
        rng, ends, reward, pixels = np.random.default_rng(0), [], ctypes.c_double(), np.empty(6400, np.int16)
        for number in range(games):
            assert self._library.begin(self._at) == 0, "the generators are not known"
            self._game.prepare(number, np.random.default_rng(0))
            assert self._library.begin(self._at) == 1
            assert self._library.begin(self._at) == 0
            before = self._check_mask(self._env.reset(seed=number)[0])
            for _ in range(most):
                action = int(rng.integers(6))
                over = self._library.step(self._at, action, ctypes.byref(reward))
                frame, expected, terminated, truncated, _ = self._env.step(action)
                mask = self._check_mask(frame)
                assert (reward.value, over) == (expected, 1 if terminated else 2 if truncated else 0)
                count = self._library.changes(self._at, ctypes.c_void_p(pixels.ctypes.data))
                assert pixels[:count].tolist() == np.flatnonzero(mask != before).tolist()
                before = mask
                if over:
                    break
            ends.append(over)
        return ends

    def _check_mask(self, frame: Any) -> Any:
        mask = PALETTE_MASK[crop(frame)]
        assert self._game.mask.tolist() == mask.tolist()
        return mask


@pytest.mark.parametrize(
    ("env_id", "kwargs", "most", "end"),
    [
        ("ALE/Pong-v5", {}, 3000, 1),
        ("Pong-v0", {}, 400, 0),
        ("Pong-v4", {"max_num_frames_per_episode": 300}, 400, 2),
        ("PongNoFrameskip-v4", {}, 300, 0),
        ("PongDeterministic-v0", {"max_num_frames_per_episode": 1}, 400, 2),
        ("ALE/Pong-v5", {"frameskip": (2, 5), "repeat_action_probability": 1.0}, 200, 0),
    ],
)
def test_steps_are_those_of_the_environment(
    library: Any, env_id: str, kwargs: dict[str, Any], most: int, end: int
) -> None:
    assert Both(library, env_id, **kwargs).play(2, most) == [end, end]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("< game->sticky", "> game->sticky"),
        ("frames += (int64_t)(uniform(", "frames -= (int64_t)(uniform("),
        ("game->held = game->frames = 0", "game->frames = 0"),
        ("game->frames >= game->most_frames", "game->frames > game->most_frames"),
        ("memcpy(game->before + row, game->mask + row, SIDE);", ""),
    ],
)
def test_a_fault_is_noticed(right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    both = Both(compiled(tmp_path, monkeypatch, right, wrong), "Pong-v0", max_num_frames_per_episode=60)
    with pytest.raises(AssertionError):
        both.play(8, 60)


def test_an_environment_of_ale_is_not_played_by_c() -> None:
    assert console_rules(on_ale(make_for_training, "ALE/Pong-v5", backend="direct")) is None
    assert console_rules(make("ALE/Pong-v5", backend="direct")) is None
