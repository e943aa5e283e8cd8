from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from inputs import whole_game
from pong_pg.reinforce.numpy_forward import NumPyForward

from pong_pg.game.frames import PIXELS
from pong_pg.reinforce.kernels import LIBRARY, CompiledForward, compiled_function
from pong_pg.reinforce.policy import Policy

# Below, at and above the widths at which NumPy adds a row in another way.
WIDTHS = [1, 7, 8, 9, 100, 127, 128, 129, 136, 200, 256, 300, 777]


def compiled(policy: Policy) -> CompiledForward:
    function = compiled_function()
    assert function is not None, f"the tests need a C compiler: {LIBRARY.about()}"
    return CompiledForward(policy, function)


def random_frames(count: int, share: float) -> list[npt.NDArray[np.uint8]]:
    """Frames of which each has that share of its pixels drawn anew, anywhere and from all values."""
    rng = np.random.default_rng(5)
    frames = [rng.integers(0, 256, (210, 160), np.uint8)]
    for _ in range(count):
        frames.append(np.where(rng.random((210, 160)) < share, rng.integers(0, 256, (210, 160), np.uint8), frames[-1]))
    return frames


def assert_same_bits_as_numpy(policy: Policy, frames: list[npt.NDArray[np.uint8]], by_c: CompiledForward) -> int:
    """Show frames to both and compare all bits; returns how many pixels changed."""
    by_numpy = NumPyForward(policy, whole=True)
    by_numpy.begin(frames[0])
    by_c.begin(frames[0])
    for frame in frames[1:]:
        by_numpy.screen[...] = frame
        by_c.screen[...] = frame
        assert np.float32(by_c.forward()).tobytes() == np.float32(by_numpy.forward()).tobytes()
    expected = by_numpy.recorded()
    for name, array in by_c.recorded().items():
        assert (name, array.dtype, array.shape) == (name, expected[name].dtype, expected[name].shape)
        assert array.tobytes() == expected[name].tobytes(), name
    return len(expected["pixels"])


@pytest.mark.parametrize("hidden", WIDTHS)
def test_a_step_has_the_bits_of_numpys(hidden: int) -> None:
    policy = Policy.initial(hidden, np.random.default_rng(hidden))
    assert assert_same_bits_as_numpy(policy, random_frames(20, 0.01), compiled(policy)) > 500


def test_a_whole_game_has_the_bits_of_numpys_and_the_next_begins_anew() -> None:
    policy = Policy.initial(16, np.random.default_rng(0))
    by_c, frames = compiled(policy), whole_game("palette")
    changed = assert_same_bits_as_numpy(policy, frames, by_c)
    assert changed > 10_000
    assert assert_same_bits_as_numpy(policy, frames[: len(frames) // 2], by_c) < changed


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_what_is_not_a_number_stays_so(wrong: float) -> None:
    policy = Policy.initial(9, np.random.default_rng(0))
    policy.W1_T[::3, 4] = wrong
    with np.errstate(invalid="ignore"):
        assert_same_bits_as_numpy(policy, random_frames(3, 0.01), compiled(policy))


def test_there_is_room_for_whatever_changes() -> None:
    policy = Policy.initial(1, np.random.default_rng(0))
    # Black and white in turn: every pixel changes at every step.
    frames = [np.full((210, 160), value, np.uint8) for value in (0, 14)] * 40
    assert assert_same_bits_as_numpy(policy, frames, compiled(policy)) == 79 * PIXELS


def test_other_weights_are_noticed() -> None:
    policy, other = (Policy.initial(8, np.random.default_rng(seed)) for seed in (0, 1))
    with pytest.raises(AssertionError):
        assert_same_bits_as_numpy(policy, random_frames(3, 0.01), compiled(other))


def test_only_float32_in_cs_order_is_taken() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="float32"):
        compiled(Policy.initial(8, rng, np.float64))
    wrong: list[Any] = [rng.random((8, PIXELS), np.float32).T, rng.random((PIXELS, 7), np.float32), [0.5]]
    for array in wrong:
        policy = Policy.initial(8, rng)
        policy.W1_T = array
        with pytest.raises(ValueError, match=r"W1_T must be a float32 array of shape \(6400, 8\) in C order"):
            compiled(policy)
