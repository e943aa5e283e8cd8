"""Learning from a batch by the compiled `learner.c`."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from ctypes import c_int64, c_void_p
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.native.build import Library
from pong_pg.native.structs import ArrayStruct, fields_of
from pong_pg.ppo.adam import Adam, Trained
from pong_pg.ppo.network import OUTPUTS, ROWS, SHARED, reflected_rows, shared_of_rows
from pong_pg.ppo.reference import Minibatch, Settings, Terms
from pong_pg.ppo.rollout import Rollout

LIBRARY = Library(
    Path(__file__).with_name("learner.c"),
    functions={
        "pong_pg_ppo_encode": (
            [np.int16, np.int64, np.uint8, np.uint8, c_int64, c_void_p, c_int64, np.int32, np.int64],
            c_int64,
        ),
        "pong_pg_ppo_reflect": ([c_void_p, np.int16], c_int64),
        **{f"pong_pg_ppo_{name}": ([c_void_p], None) for name in ("outputs", "learn", "help")},
    },
)
# Hidden units that learner.c takes at a time, and observations of its forward pass before learning.
_BLOCK, _FORWARD_BLOCK = 64, 1024
# Most groups of an observation: three of lit pixels, as many of newly lit ones and of those gone dark, and the bias.
_GROUPS_EACH = 10
# Rows in the groups of a batch for which there is room at first.
_ROOM = 1 << 20


class _Groups(ArrayStruct):
    """The struct `Groups` of inputs.h."""

    _fields_ = fields_of(LIBRARY.source.with_name("inputs.h"), "Groups")
    count: int


class Inputs(NamedTuple):
    """The inputs of the observations of a batch, by group.

    Attributes:
        groups: (k,) int32, the index of each group whose rows are added, or its complement (~index) where they are
            subtracted.
        ends: (observations,) int64, where each observation's groups end.
        group_rows: int16, the rows of W1 in each group, one group after another.
        group_ends: (groups,) int64, where each group's rows end.
        images: (groups,) int32, the index of each group's reflection.
    """

    groups: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int64]
    group_rows: npt.NDArray[np.int16]
    group_ends: npt.NDArray[np.int64]
    images: npt.NDArray[np.int32]


def encode(c: ctypes.CDLL, rollouts: Sequence[Rollout], room: int = _ROOM) -> Inputs:
    """Return the inputs of all observations of some rollouts, steps + 1 of each.

    Args:
        c: the compiled `learner.c`.
        rollouts: of all environments.
        room: for the rows of all groups; it is doubled where that is too little.
    """
    observations = sum(len(rollout.ends) for rollout in rollouts)
    most = 2 * _GROUPS_EACH * observations
    slots = 2 << most.bit_length()
    groups = _Groups(room=room, slot_mask=slots - 1)
    groups.place("slots", np.zeros(slots, np.int32))
    groups.place("keys", np.empty(most, np.uint64))
    rows, group_ends = groups.place("rows", np.empty(room, np.int16)), groups.place("ends", np.empty(most, np.int64))
    images = groups.place("images", np.empty(most, np.int32))
    inputs, ends = np.empty(_GROUPS_EACH * observations, np.int32), np.empty(observations, np.int64)
    used = done = 0
    for rollout in rollouts:
        count = len(rollout.ends)
        recorded = rollout.changes, rollout.ends, rollout.over, rollout.mask, count
        used = c.pong_pg_ppo_encode(*recorded, groups.address, used, inputs, ends[done : done + count])
        done += count
        if used < 0:
            return encode(c, rollouts, 2 * room)
    if not c.pong_pg_ppo_reflect(groups.address, reflected_rows()):
        return encode(c, rollouts, 2 * room)
    count = groups.count
    return Inputs(inputs[:used], ends, rows[: group_ends[count - 1]], group_ends[:count], images[:count])


class _Parameter(ctypes.Structure):
    _fields_ = [(name, c_void_p) for name in ("values", "mean", "square")]


class _Struct(ArrayStruct):
    """The struct `Learner` of learner.c."""

    _fields_ = fields_of(LIBRARY.source, "Learner", Parameter=_Parameter)


class CompiledLearner:
    """Learns in C, fast; see `pong_pg.ppo.learner.PlainLearner`.

    Args:
        c: the compiled `learner.c`.
        adam: moves its weights in place.
        rollouts: of all environments.
        largest: samples of the largest minibatch.
        threads: how many threads of this process learn; they do not change a bit of the result.
    """

    def __init__(self, c: ctypes.CDLL, adam: Adam, rollouts: Sequence[Rollout], largest: int, threads: int) -> None:
        self._c, self._adam, self._threads = c, adam, threads
        inputs, hidden = encode(c, rollouts), adam.weights.hidden
        observations, groups = len(inputs.ends), len(inputs.group_ends)
        most = 2 * max(largest, min(observations, _FORWARD_BLOCK))
        struct = self._struct = _Struct(
            group_count=groups,
            observations=observations,
            rollout_steps=len(rollouts[0].actions),
            hidden=hidden,
            steps=adam.steps,
            shares=threads,
        )
        # A thread that is there before the first computation finds no share left.
        struct.ticket = threads
        for name, array in inputs._asdict().items():
            struct.place(name, array)
        struct.place("W1", adam.weights.W1)
        for name in Trained._fields:
            for part in ("values", "mean", "square"):
                setattr(getattr(struct, name), part, getattr(getattr(adam, part), name).ctypes.data)
        struct.place("shared_of", shared_of_rows())
        sizes: list[tuple[Any, str]] = [
            (groups, "listed_at listed member_ends"),
            (most, "input_ends chosen"),
            (most * _GROUPS_EACH, "inputs"),
            (len(inputs.group_rows), "members"),
            (ROWS, "rows"),
            ((threads, groups, _BLOCK), "group_sums"),
            ((most, hidden), "hidden_layers"),
            ((most, OUTPUTS), "outputs d_outputs"),
            ((ROWS, hidden), "dW1"),
            ((SHARED, hidden), "d_shared"),
            ((OUTPUTS, hidden), "d_heads"),
            (hidden, "column_squares"),
            ((threads, SHARED), "found"),
            (threads, "found_count"),
            ((observations, OUTPUTS), "all_outputs"),
        ]
        for shape, names in sizes:
            for name in names.split():
                struct.make(name, shape)

    def _call(self, function: Callable[[Any], None]) -> None:
        # It keeps the struct: after an interrupt, threads that are late still look whether all is finished.
        at = ctypes.byref(self._struct)
        self._struct.is_finished = 0
        helpers = [threading.Thread(target=self._c.pong_pg_ppo_help, args=(at,)) for _ in range(self._threads - 1)]
        try:
            for helper in helpers:
                helper.start()
            function(at)
        finally:
            self._struct.is_finished = 1
        for helper in helpers:
            helper.join()

    def outputs(self) -> npt.NDArray[np.float64]:
        """Return the outputs for all observations before learning, (observations, 4)."""
        self._call(self._c.pong_pg_ppo_outputs)
        return self._struct.arrays["all_outputs"]

    def learn(
        self, batch: Minibatch, order: Sequence[npt.NDArray[np.intp]], settings: Settings
    ) -> list[tuple[Terms, float]]:
        """Learn from minibatches, and count Adam's steps.

        Args:
            batch: all samples.
            order: the samples of each minibatch.
            settings: of the loss and of the steps.

        Returns:
            For each step, the terms of the loss and the gradient's norm: at least one, and fewer than minibatches if
            the divergence exceeded its limit, or a norm, which is the last, is not finite.
        """
        struct = self._struct
        struct.place("actions", batch.actions.astype(np.uint8))
        for name in ("log_probabilities", "advantages", "returns"):
            struct.place(name, np.ascontiguousarray(getattr(batch, name), np.float64))
        struct.place("order", np.concatenate(order).astype(np.int64))
        struct.place("minibatch_ends", np.cumsum([len(indices) for indices in order], dtype=np.int64))
        struct.minibatches = len(order)
        for name, value in settings._asdict().items():
            setattr(struct, name, value)
        terms = struct.place("terms", np.zeros((len(order), len(Terms._fields) + 1)))
        self._call(self._c.pong_pg_ppo_learn)
        self._adam.steps = struct.steps
        return [(Terms(*row[:-1]), row[-1]) for row in terms[: struct.done].tolist()]
