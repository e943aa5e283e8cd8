"""From rollouts to new weights: advantages, minibatches, steps of Adam."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.errors import DivergedError, FailedGame
from pong_pg.game.seeding import shuffling_rng
from pong_pg.ppo.adam import Adam
from pong_pg.ppo.config import PPOConfig, Schedule
from pong_pg.ppo.kernels import kernels
from pong_pg.ppo.network import Weights
from pong_pg.ppo.reference import Minibatch, advantages, log_softmax, objective, values_of
from pong_pg.ppo.rollout import Rollout

# Observations of one forward pass.
_BLOCK = 1024


class Learned(NamedTuple):
    """What was learned from a batch: means over its minibatches, see `pong_pg.ppo.reference.Terms`.

    Attributes:
        policy_loss: mean of the clipped surrogate, negative.
        value_loss: mean loss of the value.
        entropy: mean entropy of the policy in nats.
        clipped: mean share of samples whose policy term had no gradient.
        kl: mean estimate of the divergence from the policy before the first step.
        gradient_norm: mean Euclidean norm of the gradients before clipping.
        learning_rate: size of Adam's steps.
        adam_steps: number of Adam's steps, until the target KL was exceeded.
    """

    policy_loss: float
    value_loss: float
    entropy: float
    clipped: float
    kl: float
    gradient_norm: float
    learning_rate: float
    adam_steps: int


@np.errstate(over="ignore", invalid="ignore")
def learn(config: PPOConfig, adam: Adam, rollouts: Sequence[Rollout], *, update: int, agent_steps: int) -> Learned:
    """Update the weights with all epochs over a batch.

    The proximal policy, from which the probability ratio and the KL divergence are measured, is that of the weights at
    the start of the update, not the behaviour policy, which played the batch one update ago; the values are of these
    weights, too. That corrects most of what playing and learning at the same time costs: compare Hilton et al. 2022,
    "Batch size-invariance for policy optimization", on the two policies of PPO.

    Args:
        config: the run's settings.
        adam: moves its weights in place.
        rollouts: of all environments, in their order; their rewards are finite.
        update: number of this update, from 0; with the seed it decides the minibatches.
        agent_steps: played before this batch; the schedules of learning rate and entropy coefficient depend on it.

    Raises:
        DivergedError: a gradient or a new weight is not finite; the weights and Adam must not be used any more.
    """
    weights, compute = adam.weights, kernels()
    inputs = compute.encode(rollouts)
    observations = sum(len(rollout.ends) for rollout in rollouts)
    batch, places = _batch(config, rollouts, _outputs(weights, inputs, observations))
    now = Schedule(config, agent_steps)
    rows: list[list[float]] = []
    for chosen in _minibatches(len(places), config, shuffling_rng(config.seed, update)):
        selected = compute.select(inputs, places[chosen])
        adam.prepare(selected.rows)
        hidden_layers, outputs = compute.forward(weights, selected)
        coefficients = config.clip_range, config.value_coef, now.entropy_coef
        terms, d_outputs = objective(outputs.astype(np.float64), batch.select(chosen), *coefficients)
        if terms.kl > config.target_kl:
            break
        gradient = compute.backward(weights, selected, hidden_layers, d_outputs.astype(np.float32))
        norm = adam.step(gradient, now.learning_rate, config.max_grad_norm)
        if not math.isfinite(norm):
            raise _diverged("gradient", update)
        rows.append([*terms, norm])
    adam.finish()
    if not all(np.isfinite(array).all() for array in weights):
        raise _diverged("weight", update)
    # The first minibatch always counts: the policy has not moved before it.
    policy, value, entropy, clipped, kl, norm = np.mean(rows, axis=0).tolist()
    return Learned(policy, value, entropy, clipped, kl, norm, now.learning_rate, len(rows))


def _diverged(what: str, update: int) -> DivergedError:
    return DivergedError(
        f"a {what} is not finite: the weights have diverged; begin a new run with a lower --learning-rate",
        FailedGame(update),
    )


def _outputs(weights: Weights, inputs: Any, observations: int) -> npt.NDArray[np.float64]:
    """Return the outputs for all observations, (observations, 4)."""
    places = np.arange(observations)
    blocks = (places[begin : begin + _BLOCK] for begin in range(0, len(places), _BLOCK))
    found = [kernels().forward(weights, kernels().select(inputs, block))[1] for block in blocks]
    return np.concatenate(found).astype(np.float64)


def _batch(
    config: PPOConfig, rollouts: Sequence[Rollout], outputs: npt.NDArray[np.float64]
) -> tuple[Minibatch, npt.NDArray[np.intp]]:
    """Return the samples of a batch, and where the observation of each is.

    Args:
        config: the run's settings.
        rollouts: of all environments.
        outputs: for all observations, those after the last step of each rollout among them.
    """
    outputs = outputs.reshape(len(rollouts), -1, outputs.shape[1])
    values = values_of(outputs[:, :, -1])
    # Only when the console's clock stops a game can there be larger ones, see `check_rewards`.
    rewards = np.clip(np.stack([rollout.rewards for rollout in rollouts]), -1, 1)
    over = np.stack([rollout.over for rollout in rollouts])
    found = advantages(rewards, values, over, config.gamma, config.gae_lambda)
    actions = np.concatenate([rollout.actions for rollout in rollouts]).astype(np.intp)
    logs = log_softmax(outputs[:, :-1, :-1].reshape(len(actions), -1))
    returns = found + values[:, :-1]
    batch = Minibatch(actions, logs[np.arange(len(actions)), actions], found.ravel(), returns.ravel())
    return batch, np.arange(values.size).reshape(values.shape)[:, :-1].ravel()


def _minibatches(samples: int, config: PPOConfig, rng: np.random.Generator) -> Iterator[npt.NDArray[np.intp]]:
    """Yield the samples of each minibatch, of all epochs."""
    for _ in range(config.epochs):
        yield from np.array_split(rng.permutation(samples), config.num_minibatches)


def move_average(average: Weights, weights: Weights, share: float) -> None:
    """Update an exponential moving average in place: average += share * (weights - average).

    The average plays better than any of the weights (Polyak and Juditsky 1992).

    Args:
        average: the average so far.
        weights: the present weights.
        share: of the present weights in the new average, 0 to 1.
    """
    for array, present in zip(average, weights, strict=True):
        array += np.float32(share) * (present - array)
