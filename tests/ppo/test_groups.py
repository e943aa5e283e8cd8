from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ppo_frames import PIXEL_CLASSES, frame_with

from pong_pg.compat import make
from pong_pg.game.frames import mask
from pong_pg.game.seeding import env_game
from pong_pg.ppo import groups
from pong_pg.ppo.adam import Adam
from pong_pg.ppo.compiled_kernels import LIBRARY, CompiledKernels
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.fixed_point import to_fixed_point
from pong_pg.ppo.groups import CLASSES, row_classes
from pong_pg.ppo.kernels import kernels
from pong_pg.ppo.learner import learn
from pong_pg.ppo.network import (
    ACTIONS,
    LAYOUTS,
    MOST_ROWS,
    PIXEL_LAYOUT,
    ROWS,
    SINGLE_ROWS,
    Inputs,
    Weights,
    inputs_of,
    renumbered,
)
from pong_pg.ppo.numpy_kernels import NumPyKernels
from pong_pg.ppo.rollout import EnvRunner
from pong_pg.ppo.symmetry import backward, forward, reflected, select, with_reflections

# Rollouts of the emulator, which other tests compare on every stack, are only what the tests are fed with.


def by_c() -> CompiledKernels:
    library = LIBRARY.load()
    assert library is not None, f"the tests need a C compiler: {LIBRARY.about()}"
    return CompiledKernels(library)


WAYS = pytest.mark.parametrize("way", [by_c, NumPyKernels])


def listed(parts: list[Any]) -> Inputs:
    ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
    return Inputs(np.concatenate([np.array(part, np.int16) for part in parts]), np.append(0, ends[:-1]), ends)


def game(steps: int) -> Inputs:
    """The observations of a game of Pong with random actions."""
    env, rng = make("ALE/Pong-v5", backend="direct", obs_type="palette"), np.random.default_rng(0)
    before = mask(env.reset(seed=0)[0]).ravel() > 0
    parts = []
    for _ in range(steps):
        frame, _, terminated, _, _ = env.step(int(rng.choice([0, 2, 3])))
        assert not terminated
        now = mask(frame).ravel() > 0
        parts.append(inputs_of(now, before))
        before = now
    env.close()
    return listed(parts)


def rows_of(inputs: Inputs, observation: int) -> list[int]:
    """The rows of W1 that an observation stands for, ascending; complements for those that are subtracted."""
    rows, ends = inputs.groups
    found: list[int] = []
    for index in inputs.rows[inputs.begins[observation] : inputs.ends[observation]].tolist():
        group = index if index >= 0 else ~index
        members = rows[ends[group - 1] if group else 0 : ends[group]].tolist()
        found += [row if index >= 0 else ~row for row in members]
    return sorted(found)


def groups_of(inputs: Inputs) -> list[tuple[int, ...]]:
    return [tuple(part.tolist()) for part in np.split(inputs.groups.rows, inputs.groups.ends[:-1])]


@WAYS
def test_by_hand(way: Any) -> None:
    """Columns 8 and 9 of the 80 have the opponent's paddle, 70 and 71 the agent's."""
    ball, paddle, own = [80 * 3 + 40], [80 * 5 + 8, 80 * 5 + 9, 80 * 6 + 8], [80 * 5 + 70, 80 * 6 + 71]
    newly = [6400 + 80 * 3 + 40]
    first = [*ball, *paddle[:2], own[0], paddle[2], own[1], *newly, 12_800]
    second = [*own, 12_800, ~newly[0]]
    found = way().grouped(listed([first, second]), PIXEL_CLASSES)
    assert groups_of(found) == [tuple(group) for group in (ball, paddle, own, newly, [12_800])]
    assert found.rows.tolist() == [0, 1, 2, 3, 4, 2, 4, ~3]
    assert (found.begins.tolist(), found.ends.tolist()) == ([0, 5], [5, 8])
    assert found.rows.dtype == np.int32
    assert found.groups.rows.dtype == np.int16


@WAYS
def test_observations_need_not_lie_one_after_another_nor_have_any_input(way: Any) -> None:
    inputs = Inputs(np.array([1, 2, 3], np.int16), np.array([2, 1, 0]), np.array([3, 1, 2]))
    found = way().grouped(inputs, PIXEL_CLASSES)
    assert groups_of(found) == [(3,), (1, 2)]
    assert found.rows.tolist() == [0, 1]
    assert (found.begins.tolist(), found.ends.tolist()) == ([0, 1, 1], [1, 1, 2])
    empty = way().grouped(Inputs(np.empty(0, np.int16), np.zeros(1, np.int64), np.zeros(1, np.int64)), PIXEL_CLASSES)
    assert [len(part) for part in (*empty[:3], *empty.groups)] == [0, 1, 1, 0, 0]


@WAYS
def test_the_groups_of_a_game_are_its_rows_in_one_form(way: Any) -> None:
    inputs = game(400)
    found = way().grouped(inputs, PIXEL_CLASSES)
    for observation in range(len(inputs.ends)):
        assert rows_of(found, observation) == sorted(
            inputs.rows[inputs.begins[observation] : inputs.ends[observation]].tolist()
        )
    groups = groups_of(found)
    assert len(set(groups)) == len(groups)
    assert all(len(set(PIXEL_CLASSES[list(group)].tolist())) == 1 for group in groups)
    # What they are for: several times fewer sums.
    assert len(found.rows) < len(inputs.rows) / 4


def test_c_and_numpy_find_the_same_groups() -> None:
    """Of many random observations, so that slots of the hash table collide."""
    rng = np.random.default_rng(3)
    parts = [rng.choice(ROWS, rng.integers(0, 30), replace=False) for _ in range(3000)]
    inputs = listed([np.where((part >= 6400) & (rng.random(len(part)) < 0.5), ~part, part) for part in parts])
    ours, theirs = by_c().grouped(inputs, PIXEL_CLASSES), NumPyKernels().grouped(inputs, PIXEL_CLASSES)
    for one, other in zip((*ours[:3], *ours.groups), (*theirs[:3], *theirs.groups), strict=True):
        np.testing.assert_array_equal(one, other)
    assert len(groups_of(ours)) > 8000


def test_groups_that_begin_alike_differ_though_they_share_a_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the smallest table that holds them, where nearly all collide."""
    way = by_c()
    find = way._groups

    def in_four_slots(*arguments: Any) -> Any:
        rows, begins, ends, samples, classes, _, _, *others = arguments
        return find(rows, begins, ends, samples, classes, np.zeros(4, np.int32), 4, *others)

    monkeypatch.setattr(way, "_groups", in_four_slots)
    # In columns without a paddle.
    for row in range(80 * 37 + 12, 80 * 37 + 52):
        inputs = listed([[row, row + 1, row + 2], [row, row + 1], [row]])
        assert groups_of(way.grouped(inputs, PIXEL_CLASSES)) == [(row, row + 1, row + 2), (row, row + 1), (row,)]


def test_reflections_of_groups_are_groups_of_reflections() -> None:
    inputs = game(300)
    both = with_reflections(kernels().grouped(inputs, PIXEL_CLASSES), PIXEL_LAYOUT)
    plain = with_reflections(inputs, PIXEL_LAYOUT)
    n = len(inputs.ends)
    assert len(both.ends) == 2 * n
    for observation in range(2 * n):
        rows = plain.rows[plain.begins[observation] : plain.ends[observation]]
        assert rows_of(both, observation) == sorted(rows.tolist())
    assert rows_of(both, n) == sorted(reflected(inputs.rows[: inputs.ends[0]], PIXEL_LAYOUT).tolist())
    # A paddle's image is that of a paddle seen elsewhere: they are one group.
    groups = groups_of(both)
    assert len(set(groups)) == len(groups) < 2 * len(groups_of(kernels().grouped(inputs, PIXEL_CLASSES)))


def test_an_observation_and_its_reflection_give_outputs_with_up_and_down_swapped() -> None:
    """Bit for bit: the sums are the same ones."""
    inputs = game(60)
    net = Weights.initial(32, 3, np.random.default_rng(0))
    turned = listed(
        [
            np.concatenate([np.sort(images[images >= 0]), np.sort(images[images < 0])[::-1]])
            for begin, end in zip(inputs.begins, inputs.ends, strict=True)
            for images in [reflected(inputs.rows[begin:end], PIXEL_LAYOUT)]
        ]
    )
    parts = (with_reflections(kernels().grouped(part, PIXEL_CLASSES), PIXEL_LAYOUT) for part in (inputs, turned))
    seen, image = (forward(net, part)[1].copy() for part in parts)
    np.testing.assert_array_equal(seen[:, [0, 2, 1, 3]], image)
    assert np.abs(seen[:, 1] - seen[:, 2]).max() > 0.01


def test_groups_change_sums_by_rounding_alone() -> None:
    inputs, rng = game(200), np.random.default_rng(0)
    net = Weights.initial(64, 3, rng)
    d_outputs = rng.standard_normal((50, 4)).astype(np.float32)
    chosen = rng.permutation(200)[:50]
    found = []
    for way in (inputs, kernels().grouped(inputs, PIXEL_CLASSES)):
        some = select(with_reflections(way, PIXEL_LAYOUT), chosen)
        states, outputs = (array.copy() for array in forward(net, some))
        gradient = backward(net, some, states, d_outputs)
        found.append((states, outputs, gradient.rows, gradient.W1[gradient.rows].copy(), gradient.heads.copy()))
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
    # The control: they are other sums, and the rows do have a gradient.
    assert (found[0][3] != found[1][3]).any()
    assert np.abs(found[0][3]).max() > 0.1


def test_learning_by_groups_and_by_pixels_differs_by_rounding_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    env = make("ALE/Pong-v5", backend="direct", obs_type="palette")
    net = Weights.initial(16, 3, np.random.default_rng(0))
    rollout = EnvRunner(env, ACTIONS[3], lambda game: env_game(0, 0, game)).rollout(to_fixed_point(net), 150)
    env.close()

    def learned() -> Weights:
        moved = net.copy()
        config = PPOConfig(inputs="pixels", num_envs=1, rollout_steps=150, hidden=16)
        learn(config, Adam(moved, config.block_rate), [rollout], update=0, agent_steps=0)
        return moved

    by_group = learned()
    monkeypatch.setattr(type(kernels()), "grouped", lambda _self, inputs, _classes: inputs)
    for one, other, before in zip(by_group, learned(), net, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-4)
        assert np.abs(one - before).max() > 1e-3
        assert (one != other).any()


def test_classes_are_those_of_the_screens_columns() -> None:
    assert PIXEL_CLASSES.shape == (MOST_ROWS,)
    assert PIXEL_CLASSES.max() == 6
    lit, changed = PIXEL_CLASSES[:6400].reshape(80, 80), PIXEL_CLASSES[6400:12_800].reshape(80, 80)
    assert (lit == lit[0]).all()
    assert (changed == lit + 3).all()
    assert np.flatnonzero(lit[0] == 1).tolist() == [8, 9]
    assert np.flatnonzero(lit[0] == 2).tolist() == [70, 71]
    assert np.flatnonzero(PIXEL_CLASSES == 6).tolist() == [12_800]


def test_each_table_of_positions_is_a_class_of_its_own() -> None:
    layout = LAYOUTS["positions+pairs"]
    classes = row_classes(layout)
    assert classes.shape == (layout.rows,)
    assert (classes.min(), classes.max()) == (7, CLASSES - 1)
    assert classes[layout.bias] == CLASSES - 1
    # An observation has at most one input of each table, and so has its reflection.
    now, before = frame_with(range(30, 38), (40, 50)), frame_with(range(31, 39), (42, 48))
    rows = inputs_of(now, before, layout)
    for view in (rows, reflected(rows, layout)):
        found = classes[view[view != layout.bias]].tolist()
        assert len(set(found)) == len(found) > 6


def test_rows_without_a_class_are_refused() -> None:
    with pytest.raises(
        ValueError, match="each row must have a class below 22; got 5 classes up to 0, and an input for row 7"
    ):
        by_c().grouped(listed([[3, ~7]]), np.zeros(5, np.uint8))
    with pytest.raises(ValueError, match="below 22; got 9 classes up to 22"):
        by_c().grouped(listed([[3, ~7]]), np.array([22] * 9, np.uint8))


def test_c_has_as_many_classes() -> None:
    (found,) = re.findall(r"enum { CLASSES = (\d+) };", Path(groups.__file__).with_name("network.c").read_text())
    assert int(found) == CLASSES


def test_single_rows_are_groups_of_one() -> None:
    assert SINGLE_ROWS.rows.tolist() == list(range(MOST_ROWS))
    assert SINGLE_ROWS.ends.tolist() == list(range(1, MOST_ROWS + 1))


@pytest.mark.parametrize("grouped", [False, True])
def test_a_first_layer_of_the_needed_rows_alone_gives_the_same_bits(grouped: bool) -> None:
    net = Weights.initial(16, 3, np.random.default_rng(0))
    rows = np.array([3, 6400, ROWS - 1, ~6401, 3, ROWS - 1, ~12_000, 5, 70, ROWS - 1], np.int16)
    listed = Inputs(rows, np.array([0, 4, 7]), np.array([4, 7, 10]))
    inputs = with_reflections(kernels().grouped(listed, PIXEL_CLASSES) if grouped else listed, PIXEL_LAYOUT)
    fewer, needed = renumbered(inputs)
    every = {3, 5, 70, 79 * 80 + 3, 79 * 80 + 5, 79 * 80 + 70, ROWS - 1}
    every |= {6400 + pixel for pixel in (0, 1, 5600, 79 * 80, 79 * 80 + 1, 720)}
    assert needed.tolist() == sorted(every)
    part = net._replace(W1=net.W1[needed])
    outputs = np.ones((3, 4), np.float32)
    found = []
    for weights, some in ((net, inputs), (part, fewer)):
        states, values = (array.copy() for array in forward(weights, some))
        gradient = backward(weights, some, states, outputs)
        bits = [array.tobytes() for array in (states, values, gradient.W1[gradient.rows], gradient.heads)]
        found.append((bits, gradient.rows.tolist()))
    (whole, of_whole), (alone, of_part) = found
    assert alone == whole
    assert needed[of_part].tolist() == of_whole
    with pytest.raises(ValueError, match=r"W1 must have a row for each input; got 12 rows, and an input for row 12"):
        forward(part._replace(W1=part.W1[:-1]), fewer)
