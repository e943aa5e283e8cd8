"""The compiled kernels against the page of `reference.py`, on the same frames."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from batches import dense
from inputs import whole_game

from pong_pg.errors import DivergedError
from pong_pg.game.console_game import Game
from pong_pg.game.frames import PIXELS, mask
from pong_pg.native import build
from pong_pg.native.structs import declare
from pong_pg.reinforce import kernels as module
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import Adder, GradientSum
from pong_pg.reinforce.kernels import LIBRARY, Rollout
from pong_pg.reinforce.policy import ReinforcePolicy
from pong_pg.reinforce.reference import Eye, Mask, rmsprop
from pong_pg.reinforce.state import ReinforceState

# Relative to the largest entry. The sums run over some hundred pixels, or a thousand steps, in float32.
TOLERANCE = 1e-5


def close(actual: npt.ArrayLike, expected: npt.NDArray[Any]) -> bool:
    """Whether two arrays are equal within the tolerance."""
    return float(np.abs(actual - expected).max()) <= TOLERANCE * float(np.abs(expected).max())


def compiled(hidden: int, c: Any = None) -> Rollout:
    library = c or LIBRARY.load()
    assert library is not None, f"the tests need a C compiler: {LIBRARY.about()}"
    return Rollout(library, hidden, Game())


def random_masks(count: int, share: float) -> list[Mask]:
    """Masks of which each has that share of its pixels drawn anew."""
    rng = np.random.default_rng(5)
    masks = [rng.integers(0, 2, (80, 80), np.int8)]
    for _ in range(count):
        masks.append(np.where(rng.random((80, 80)) < share, rng.integers(0, 2, (80, 80), np.int8), masks[-1]))
    return masks


def recorded_inputs(rollout: Rollout) -> npt.NDArray[np.int8]:
    xs, begin = np.zeros((rollout.steps, PIXELS), np.int8), 0
    for x, end in zip(xs, rollout.arrays["ends"].tolist(), strict=False):
        changes = rollout.arrays["changes"][begin:end]
        x[np.where(changes < 0, ~changes, changes)] = np.where(changes < 0, -1, 1)
        begin = end
    return xs


def agree(policy: ReinforcePolicy, masks: list[Mask], rollout: Rollout) -> bool:
    """Whether C and the page see, decide and learn the same from these masks, in float32 and in float64."""
    rollout.begin(policy.W1_T, policy.W2)
    p_up = np.array([rollout.look(seen) for seen in masks])
    eye = Eye()
    eye.begin(policy.W1_T.astype(np.float64), policy.W2.astype(np.float64))
    expected_p_up = np.array([eye.look(seen) for seen in masks])
    coefficients = np.random.default_rng(3).standard_normal(len(masks))
    adder = Adder(policy.hidden)
    adder.add_game(rollout, coefficients)
    gradients = dense(adder.total())
    return (
        np.array_equal(recorded_inputs(rollout), eye.xs)
        and close(rollout.arrays["hidden_layers"][: rollout.steps], np.array(eye.hidden_layers))
        and close(p_up, expected_p_up)
        and all(map(close, gradients, eye.gradient(coefficients)))
    )


# Below, at and above the widths at which sums are divided.
@pytest.mark.parametrize("hidden", [1, 7, 8, 9, 128, 129, 200, 777])
def test_c_agrees_with_the_page_on_random_masks(hidden: int) -> None:
    policy = ReinforcePolicy.initial(hidden, np.random.default_rng(hidden))
    assert agree(policy, random_masks(20, 0.01), compiled(hidden))


def test_c_agrees_with_the_page_on_a_whole_game_and_on_the_next() -> None:
    policy, rollout = ReinforcePolicy.initial(16, np.random.default_rng(0)), compiled(16)
    masks = list(map(mask, whole_game("palette")))
    assert agree(policy, masks, rollout)
    assert rollout.changed > 10_000
    assert agree(policy, masks[: len(masks) // 2], rollout)


def built(source: Path, library: Path, *options: str) -> ctypes.CDLL:
    command = [*build._compiler(), *build._FLAGS, *options, "-o", str(library), str(source), "-lm"]
    subprocess.run(command, check=True, capture_output=True)
    loaded = ctypes.CDLL(str(library))
    declare(loaded, LIBRARY.functions)
    return loaded


FAULTS = {
    "a sign": ("change < 0 ? -1.0f : 1.0f", "change < 0 ? 1.0f : 1.0f"),
    "a row": ("change < 0 ? ~change : change", "change < 0 ? -change : change"),
    "no ReLU": ("hidden_layer[i] < 0 ? 0 : hidden_layer[i]", "hidden_layer[i]"),
    "no derivative of the ReLU": ("(hidden_layer[i] > 0 ? 1.0f : 0.0f)", "1.0f"),
    "the sigmoid": ("1.0 / (1.0 + odds) : odds", "1.0 / (1.0 + odds) : 1.0"),
    "the grid": ("STEPS_OF_GRID = 0x1p30", "STEPS_OF_GRID = 0x1p29"),
    "the last step": ("step < rollout->steps; step++", "step < rollout->steps - 1; step++"),
}


@pytest.mark.parametrize("fault", [None, *FAULTS], ids=str)
def test_a_fault_in_c_is_noticed(fault: str | None, tmp_path: Path) -> None:
    package = LIBRARY.source.parents[1]
    for folder in ("native", "game", "reinforce"):
        shutil.copytree(package / folder, tmp_path / folder)
    source = tmp_path / "reinforce" / "kernels.c"
    if fault is not None:
        right, wrong = FAULTS[fault]
        assert right in source.read_text()
        source.write_text(source.read_text().replace(right, wrong))
    functions = built(source, tmp_path / "faulty.so")
    policy = ReinforcePolicy.initial(9, np.random.default_rng(0))
    assert agree(policy, random_masks(20, 0.01), compiled(9, functions)) == (fault is None)


def test_processors_without_avx2_compute_the_same_bits(tmp_path: Path) -> None:
    narrow = built(LIBRARY.source, tmp_path / "narrow.so", "-DWIDE=")
    policy, sums = ReinforcePolicy.initial(137, np.random.default_rng(0)), []
    for rollout in (compiled(137), compiled(137, narrow)):
        rollout.begin(policy.W1_T, policy.W2)
        p_up = [rollout.look(seen) for seen in random_masks(20, 0.01)]
        adder = Adder(137)
        adder.add_game(rollout, np.array(p_up))
        sums.append([np.array(p_up).tobytes(), *(array.tobytes() for array in adder.total())])
    assert sums[0] == sums[1]


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_what_is_not_a_number_is_not_hidden(wrong: float) -> None:
    policy, rollout = ReinforcePolicy.initial(9, np.random.default_rng(0)), compiled(9)
    policy.W1_T[::3, 4] = wrong
    rollout.begin(policy.W1_T, policy.W2)
    for seen in random_masks(3, 0.01):
        rollout.look(seen)
    assert not np.isfinite(rollout.arrays["hidden_layers"][:4]).all()
    with pytest.raises(DivergedError, match="lower --learning-rate"):
        Adder(9).add_game(rollout, np.ones(4))


@pytest.mark.parametrize("entry", [2.0**16 * 1.01, -(2.0**17), 2.0**16])
def test_an_entry_beyond_the_exact_range_is_told_and_the_next_game_is_as_ever(entry: float) -> None:
    policy, rollout, adder = ReinforcePolicy(np.ones((1, PIXELS)), [1.0]), compiled(1), Adder(1)
    masks = [np.zeros((80, 80), np.int8), np.eye(80, dtype=np.int8)]

    def add(coefficient: float) -> None:
        rollout.begin(policy.W1_T, policy.W2)
        for seen in masks:
            rollout.look(seen)
        adder.add_game(rollout, np.array([0.0, coefficient / 80]))

    if abs(entry) > 2.0**16:
        with pytest.raises(DivergedError, match=r"an entry of .*, over 65536"):
            add(entry)
        adder.total()
    else:
        add(entry)
        assert adder.total().W2.tolist() == [2**46]
    add(80.0)
    assert dense(adder.total())[0].sum() == 80


def test_a_record_grows_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = ReinforcePolicy.initial(3, np.random.default_rng(0))
    # Every pixel changes at every step.
    masks = [np.full((80, 80), lit, np.int8) for lit in (0, 1)] * 40
    monkeypatch.setattr(module, "_STEPS", 1)
    rollout = compiled(3)
    assert agree(policy, masks, rollout)
    assert rollout.changed == 79 * PIXELS
    assert 80 <= rollout.changes_room / PIXELS <= 160


def test_a_step_of_rmsprop_is_the_pages() -> None:
    rng, config = np.random.default_rng(1), ReinforceConfig(hidden=7, learning_rate=1e-3)
    state = ReinforceState.initial(config)
    expected: list[Any] = [(weights, np.zeros_like(weights)) for weights in map(np.copy, state.weights)]
    for rows in (np.arange(0, PIXELS, 3), np.arange(5, PIXELS), np.array([0]), np.array([], np.int64)):
        W1, W2 = (rng.integers(-(2**34), 2**34, shape) for shape in ((len(rows), 7), 7))
        gradient = GradientSum(rows, W1, W2)
        values = dense(gradient)
        norm = state.ascend(gradient)
        layers = zip(expected, values, strict=True)
        expected = [rmsprop(weights, memory, value, 1e-3, 0.99) for (weights, memory), value in layers]
        assert norm == pytest.approx(np.sqrt(sum((value**2).sum() for value in values)), rel=1e-7)
    for weights, memory, (their_weights, their_memory) in zip(state.weights, state.memory, expected, strict=True):
        assert close(weights, their_weights)
        assert close(memory, their_memory)


@pytest.mark.parametrize("way", ["compiled", "NumPy"])
@pytest.mark.parametrize("layer", [0, 1])
def test_a_step_to_what_is_not_finite_is_told(layer: int, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "NumPy":
        monkeypatch.setattr(LIBRARY, "load", lambda: None)
    state = ReinforceState.initial(ReinforceConfig(hidden=3))
    state.weights[layer].ravel()[-1] = np.inf
    ones: Callable[..., Any] = np.ones
    with pytest.raises(DivergedError, match="gives a weight that is not finite"):
        state.ascend(GradientSum(np.array([0, 6399]), ones((2, 3), np.int64), ones(3, np.int64)))


def test_weights_that_c_would_read_wrongly_are_refused() -> None:
    policy, rollout = ReinforcePolicy.initial(8, np.random.default_rng(0)), compiled(8)
    wrong_ones: list[Any] = [policy.W1_T.astype(np.float64), np.asfortranarray(policy.W1_T), policy.W1_T[:, 1:].copy()]
    for wrong in wrong_ones:
        with pytest.raises(ValueError, match=r"W1 must be a float32 array of shape \(6400, 8\) in C order"):
            rollout.begin(wrong, policy.W2)
