"""From rollouts to new weights: advantages, minibatches, steps of Adam."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.distributed.threads import available_cores
from pong_pg.errors import DivergedError, FailedGame
from pong_pg.game.seeding import shuffling_rng
from pong_pg.ppo import reference
from pong_pg.ppo.adam import Adam
from pong_pg.ppo.compiled_learner import LIBRARY, CompiledLearner
from pong_pg.ppo.config import PPOConfig, Schedule
from pong_pg.ppo.network import OUTPUTS, Weights, observation
from pong_pg.ppo.reference import Minibatch, Settings, Terms, make_batch
from pong_pg.ppo.rollout import Rollout

# More threads would wait for memory, and slow down what plays.
_MOST_THREADS = 4


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
    threads = threads or min(_MOST_THREADS, available_cores())
    c = LIBRARY.load()
    learner = (
        PlainLearner(adam, rollouts) if c is None else CompiledLearner(c, adam, rollouts, max(map(len, order)), threads)
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
    """Learns by the functions of `pong_pg.ppo.reference`, slowly. Use it like `CompiledLearner`.

    Args:
        adam: moves its weights in place.
        rollouts: of all environments.
    """

    def __init__(self, adam: Adam, rollouts: Sequence[Rollout]) -> None:
        self._adam, self._rollout_steps = adam, len(rollouts[0].actions)
        self._X = np.concatenate([observations(rollout) for rollout in rollouts])

    def outputs(self) -> npt.NDArray[np.float64]:
        """Return the outputs for all observations before learning, (observations, 4)."""
        blocks = np.array_split(self._X, math.ceil(len(self._X) / 1024))
        return np.concatenate([reference.forward(self._adam.weights, X)[1] for X in blocks]).astype(np.float64)

    def learn(
        self, batch: Minibatch, order: Sequence[npt.NDArray[np.intp]], settings: Settings
    ) -> list[tuple[Terms, float]]:
        """Learn from minibatches; see `CompiledLearner.learn`."""
        steps: list[tuple[Terms, float]] = []
        for number, indices in enumerate(order):
            # The policy has not moved before the first: what its divergence differs from 0 is rounded off.
            now = settings if number else settings._replace(target_kl=math.inf)
            # There is one more observation in each rollout.
            X = self._X[indices + indices // self._rollout_steps]
            step = reference.learn(self._adam, X, batch.select(indices), now)
            steps += [] if step is None else [step]
            if step is None or not math.isfinite(step[1]):
                break
        return steps


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


def move_average(average: Weights, weights: Weights, share: float) -> None:
    """Update an exponential moving average in place: average += share * (weights - average).

    It plays better than any of the weights (Polyak and Juditsky 1992). The share is from 0 to 1.
    """
    for array, present in zip(average, weights, strict=True):
        array += np.float32(share) * (present - array)
