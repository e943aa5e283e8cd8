"""From rollouts to new weights: advantages, minibatches, steps of Adam; by the compiled `learner.c`, or in NumPy."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import math
from collections.abc import Sequence
from ctypes import c_int64, c_void_p
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.threads import available_cores
from pong_pg.errors import DivergedError, FailedGame
from pong_pg.game.seeding import shuffling_rng
from pong_pg.native.build import Library
from pong_pg.native.shares import Shares
from pong_pg.native.structs import ArrayStruct, fields_of
from pong_pg.ppo import reference
from pong_pg.ppo.adam import Adam, Trained
from pong_pg.ppo.config import PPOConfig, Schedule
from pong_pg.ppo.network import OUTPUTS, ROWS, SHARED, Weights, observation, reflected_rows, shared_of_rows
from pong_pg.ppo.reference import Minibatch, Settings, Terms, make_batch
from pong_pg.ppo.rollout import Rollout

LIBRARY = Library(
    Path(__file__).with_name("learner.c"),
    functions={
        "pong_pg_ppo_encode": ([c_void_p, np.int16, np.int64, np.uint8, np.uint8, c_int64], c_int64),
        "pong_pg_ppo_reflect": ([c_void_p, np.int16], c_int64),
        "pong_pg_ppo_step": ([c_void_p], c_int64),
        **{f"pong_pg_ppo_{name}": ([c_void_p], None) for name in ("outputs", "finish", "help")},
    },
)
# More threads would wait for memory, and slow down what plays.
_MOST_THREADS = 4
# Hidden units that learner.c takes at a time, and observations of its forward pass before learning.
_BLOCK, _FORWARD_BLOCK = 64, 1024
# Most groups of an observation: three of lit pixels, as many of newly lit ones and of those gone dark, and the bias.
_GROUPS_EACH = 10
# Rows in the groups of a batch for which there is room at first.
_ROOM = 1 << 20


@np.errstate(over="ignore", invalid="ignore")
def learn(
    config: PPOConfig,
    adam: Adam,
    rollouts: Sequence[Rollout],
    *,
    update: int,
    agent_steps: int,
    threads: int | None = None,
) -> dict[str, Any]:
    """Update the weights with all epochs over a batch.

    Ratio and divergence are measured from the proximal policy, that of the weights at the start of the update, and not
    from the behaviour policy, which played the batch one update ago: see Hilton et al. 2022, "Batch size-invariance for
    policy optimization". The values are of these weights, too.

    Args:
        config: the run's settings.
        adam: moves its weights in place.
        rollouts: of all environments, in their order; their rewards are finite, and clipped to -1 to 1.
        update: number of this update, from 0; with the seed it decides the minibatches.
        agent_steps: played before this batch; the schedules of learning rate and entropy coefficient depend on it.
        threads: how many learn; None for one for each CPU, up to four.

    Returns:
        Columns of `PPOMetrics`: means over the minibatches.

    Raises:
        DivergedError: a gradient or a new weight is not finite; the weights and Adam must not be used any more.
    """
    samples = sum(len(rollout.actions) for rollout in rollouts)
    rng = shuffling_rng(config.seed, update)
    order = [
        minibatch
        for _ in range(config.n_epochs)
        for minibatch in np.array_split(rng.permutation(samples), config.num_minibatches)
    ]
    c = LIBRARY.load()
    learner = (
        PlainLearner(adam, rollouts)
        if c is None
        else CompiledLearner(c, adam, rollouts, len(order[0]), threads or min(_MOST_THREADS, available_cores()))
    )
    outputs = learner.outputs().reshape(len(rollouts), -1, OUTPUTS)
    actions, rewards, over = (
        np.stack([getattr(rollout, name) for rollout in rollouts]) for name in ("actions", "rewards", "over")
    )
    # As usual for Atari, rewards are clipped. When the console's clock stops a game of Pong, after some 65,200 frames,
    # the emulator takes what it shows for points.
    batch = make_batch(
        outputs, actions.astype(np.intp), rewards.clip(-1, 1), over, gamma=config.gamma, gae_lambda=config.gae_lambda
    )
    now = Schedule(config, agent_steps)
    settings = Settings(**{name: getattr(config, name) for name in Settings._fields})
    settings = settings._replace(ent_coef=now.ent_coef, learning_rate=now.learning_rate)
    steps = learner.learn(batch, order, settings)
    has_gradient = math.isfinite(steps[-1][1])
    if not (has_gradient and all(np.isfinite(array).all() for array in adam.weights)):
        raise DivergedError(
            f"a {'weight' if has_gradient else 'gradient'} is not finite: the weights have diverged; begin a new run "
            "with a lower --learning-rate",
            FailedGame(update),
        )
    names = "policy_loss", "value_loss", "entropy", "clipped", "kl", "gradient_norm"
    means = np.mean([[*terms, norm] for terms, norm in steps], axis=0).tolist()
    return {**dict(zip(names, means, strict=True)), "learning_rate": now.learning_rate, "adam_steps": len(steps)}


class PlainLearner:
    """Learns from a batch by the functions of `pong_pg.ppo.reference`, slowly.

    Args:
        adam: moves its weights in place.
        rollouts: of all environments.
    """

    def __init__(self, adam: Adam, rollouts: Sequence[Rollout]) -> None:
        self._adam, self._rollout_steps = adam, len(rollouts[0].actions)
        self._observations = sum(len(rollout.ends) for rollout in rollouts)
        self._encode(rollouts)

    def _encode(self, rollouts: Sequence[Rollout]) -> None:
        self._X = np.concatenate([observations(rollout) for rollout in rollouts])

    def outputs(self) -> npt.NDArray[np.float64]:
        """Return the outputs for all observations before learning, (observations, 4)."""
        blocks = np.array_split(np.arange(self._observations), math.ceil(self._observations / _FORWARD_BLOCK))
        with self._helped():
            return np.concatenate([self._outputs(block) for block in blocks])

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
        steps: list[tuple[Terms, float]] = []
        with self._helped():
            for number, indices in enumerate(order):
                # The policy has not moved before the first: what its divergence differs from 0 is rounded off.
                now = settings if number else settings._replace(target_kl=math.inf)
                # There is one more observation in each rollout.
                step = self._step(indices + indices // self._rollout_steps, batch.select(indices), now)
                steps += [] if step is None else [step]
                if step is None or not math.isfinite(step[1]):
                    break
            self._finish()
        return steps

    def _helped(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def _outputs(self, chosen: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
        return reference.forward(self._adam.weights, self._X[chosen])[1].astype(np.float64)

    def _step(
        self, chosen: npt.NDArray[np.intp], minibatch: Minibatch, settings: Settings
    ) -> tuple[Terms, float] | None:
        return reference.learn(self._adam, self._X[chosen], minibatch, settings)

    def _finish(self) -> None:
        pass


def observations(rollout: Rollout) -> npt.NDArray[np.int8]:
    """Return the network's inputs for all observations of a rollout, (steps + 1, 12801)."""
    mask, found = rollout.mask.copy(), []
    for n in range(len(rollout.ends) - 1, -1, -1):
        changes = rollout.changes[rollout.ends[n - 1] if n else 0 : rollout.ends[n]]
        before = mask.copy()
        before[changes] ^= 1
        is_first = n > 0 and rollout.over[n - 1]
        found.append(observation(mask, mask if is_first else before))
        mask = before
    return np.stack(found[::-1])


class Inputs(ArrayStruct):
    """The struct `Inputs` of inputs.h."""

    _fields_ = fields_of(LIBRARY.source.with_name("inputs.h"), "Inputs")


def encode(c: ctypes.CDLL, rollouts: Sequence[Rollout], room: int = _ROOM) -> Inputs:
    """Return the inputs of all observations of some rollouts, steps + 1 of each.

    Args:
        c: the compiled `learner.c`.
        rollouts: of all environments.
        room: for the rows of all groups; it is doubled where that is too little.
    """
    observations = sum(len(rollout.ends) for rollout in rollouts)
    most = _GROUPS_EACH * observations
    slots = 4 << most.bit_length()
    inputs = Inputs(room=room, slot_mask=slots - 1)
    # Each group, and its reflection.
    sizes = {"slots": slots, "keys": 2 * most, "rows": room, "row_ends": 2 * most, "images": 2 * most}
    for name, size in {**sizes, "inputs": most, "input_ends": observations}.items():
        inputs.make(name, size)
    for rollout in rollouts:
        recorded = rollout.changes, rollout.ends, rollout.over, rollout.mask, len(rollout.ends)
        if not c.pong_pg_ppo_encode(inputs.address, *recorded):
            return encode(c, rollouts, 2 * room)
    return inputs if c.pong_pg_ppo_reflect(inputs.address, reflected_rows()) else encode(c, rollouts, 2 * room)


class _Parameter(ctypes.Structure):
    _fields_ = [(name, c_void_p) for name in ("values", "mean", "square")]


class _Struct(ArrayStruct):
    """The struct `Learner` of learner.c."""

    _fields_ = fields_of(LIBRARY.source, "Learner", Parameter=_Parameter, Shares=Shares)
    shares: Shares


class CompiledLearner(PlainLearner):
    """Learns in C, fast.

    Args:
        c: the compiled `learner.c`.
        adam: moves its weights in place.
        rollouts: of all environments.
        largest: samples of the largest minibatch.
        threads: how many threads of this process learn; they do not change a bit of the result.
    """

    def __init__(self, c: ctypes.CDLL, adam: Adam, rollouts: Sequence[Rollout], largest: int, threads: int) -> None:
        self._c = c
        super().__init__(adam, rollouts)
        hidden, inputs = adam.weights.hidden, self._inputs
        samples = max(largest, min(self._observations, _FORWARD_BLOCK))
        struct = self._struct = _Struct(batch=inputs.address, hidden=hidden, steps=adam.steps)
        struct.shares = Shares(threads)
        struct.place("W1", adam.weights.W1)
        for name in Trained._fields:
            for part in ("values", "mean", "square"):
                setattr(getattr(struct, name), part, getattr(getattr(adam, part), name).ctypes.data)
        struct.place("shared_of", shared_of_rows())
        sizes: list[tuple[Any, str]] = [
            (inputs.groups, "listed_at listed member_ends"),
            (samples, "chosen actions log_probabilities advantages returns"),
            (2 * samples, "input_ends"),
            (2 * samples * _GROUPS_EACH, "inputs"),
            (inputs.arrays["row_ends"][inputs.groups - 1], "members"),
            (ROWS, "rows"),
            (SHARED, "blocks"),
            ((threads, inputs.groups, _BLOCK), "group_sums"),
            ((2 * samples, hidden), "hidden_layers"),
            ((2 * samples, OUTPUTS), "g d_outputs"),
            ((samples, OUTPUTS), "outputs"),
            ((ROWS, hidden), "dW1"),
            ((SHARED, hidden), "d_shared"),
            ((OUTPUTS, hidden), "d_heads"),
            (hidden, "column_squares"),
            (len(Terms._fields), "terms"),
        ]
        for shape, names in sizes:
            for name in names.split():
                struct.make(name, shape)

    def _encode(self, rollouts: Sequence[Rollout]) -> None:
        self._inputs = encode(self._c, rollouts)

    def _helped(self) -> contextlib.AbstractContextManager[None]:
        struct = self._struct
        return struct.shares.helped(functools.partial(self._c.pong_pg_ppo_help, ctypes.byref(struct)))

    def _take(self, **of_samples: npt.NDArray[Any]) -> None:
        for name, array in of_samples.items():
            self._struct.arrays[name][: len(array)] = array
            self._struct.samples = len(array)

    def _outputs(self, chosen: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
        self._take(chosen=chosen)
        self._c.pong_pg_ppo_outputs(self._struct.address)
        outputs: npt.NDArray[np.float64] = self._struct.arrays["outputs"][: len(chosen)].copy()
        return outputs

    def _step(
        self, chosen: npt.NDArray[np.intp], minibatch: Minibatch, settings: Settings
    ) -> tuple[Terms, float] | None:
        struct = self._struct
        self._take(chosen=chosen, **minibatch._asdict())
        for name, value in settings._asdict().items():
            setattr(struct, name, value)
        if not self._c.pong_pg_ppo_step(struct.address):
            return None
        self._adam.steps = struct.steps
        return Terms(*struct.arrays["terms"].tolist()), struct.norm

    def _finish(self) -> None:
        self._c.pong_pg_ppo_finish(self._struct.address)


def move_average(average: Weights, weights: Weights, share: float) -> None:
    """Update an exponential moving average in place: average += share * (weights - average).

    It plays better than any of the weights (Polyak and Juditsky 1992). The share is from 0 to 1.
    """
    for array, present in zip(average, weights, strict=True):
        array += np.float32(share) * (present - array)
