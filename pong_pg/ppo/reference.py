"""PPO in plain NumPy, on one page: what the fast path is tested against, and what learns where C can't be compiled.

    python -m pong_pg.ppo.reference --updates 20

plays Pong in eight environments and learns from it, some hundred times slower than ``pong-pg train``. The network is
that of `pong_pg.ppo.network`, the algorithm that of Schulman et al. 2017, "Proximal Policy Optimization Algorithms".
"""

from __future__ import annotations

import argparse
import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

import pong_pg
from pong_pg.game.frames import mask as mask_of
from pong_pg.ppo import network
from pong_pg.ppo.adam import Adam, Trained, adam_step
from pong_pg.ppo.network import Array, Weights

Doubles = npt.NDArray[np.float64]

# The state of the game after a step.
GOES_ON, TERMINATED, TRUNCATED = range(3)


class Minibatch(NamedTuple):
    """A minibatch of n samples.

    Attributes:
        actions: (n,) intp, 0 to 2, indices of `ACTIONS`.
        log_probabilities: (n,), of the actions, before the first step on the batch.
        advantages: (n,), not standardised yet.
        returns: (n,), advantages plus values: what the values are trained on.
    """

    actions: npt.NDArray[np.intp]
    log_probabilities: Doubles
    advantages: Doubles
    returns: Doubles

    def select(self, indices: npt.NDArray[np.intp]) -> Minibatch:
        """Return some of the samples."""
        return Minibatch(**{name: array[indices] for name, array in self._asdict().items()})


class Settings(NamedTuple):
    """What decides a step: see the settings of the same names in `PPOConfig`."""

    clip_range: float = 0.2
    vf_coef: float = 4.0
    ent_coef: float = 0.03
    target_kl: float = 0.06
    max_grad_norm: float = 0.5
    learning_rate: float = 1e-3
    block_rate: float = 0.5


class Terms(NamedTuple):
    """The terms of the loss and two diagnostics, each a mean over the samples.

    Attributes:
        policy: -min(ratio A, clip(ratio, 1 - clip, 1 + clip) A), the clipped surrogate objective, negative.
        value: the cross-entropy of the probability of a win.
        entropy: of the policy, in nats.
        clipped: clip fraction, the share of samples whose policy term has no gradient.
        kl: ratio - 1 - log ratio, an estimate of the KL divergence from the policy before the first step.
    """

    policy: float
    value: float
    entropy: float
    clipped: float
    kl: float


def forward(weights: Weights, X: npt.NDArray[np.int8]) -> tuple[Array, Array]:
    """Return the hidden layers of n observations and of their reflections, (2, n, hidden), and f(x), (n, 4)."""
    hidden_layers, outputs = [], np.zeros((len(X), len(weights.biases)), np.float32)
    for view, order in ((X, np.arange(4)), (X[:, network.reflected_rows()], network.SWAPPED)):
        used = np.flatnonzero(view.any(axis=0))
        hidden_layers.append(np.maximum(view[:, used].astype(np.float32) @ weights.W1[used], 0))
        outputs += (hidden_layers[-1] @ weights.heads.T + weights.biases)[:, order]
    return np.stack(hidden_layers), outputs


def backward(weights: Weights, X: npt.NDArray[np.int8], hidden_layers: Array, d_outputs: Array) -> Weights:
    """Return the gradient with respect to the weights from that with respect to f(x), (n, 4)."""
    gradient = Weights(*map(np.zeros_like, weights))
    views = ((X, np.arange(4)), (X[:, network.reflected_rows()], network.SWAPPED))
    for (view, order), hidden_layer in zip(views, hidden_layers, strict=True):
        d_out = d_outputs[:, order]
        d_hidden = (d_out @ weights.heads) * (hidden_layer > 0)
        used = np.flatnonzero(view.any(axis=0))
        gradient.W1[used] += view[:, used].astype(np.float32).T @ d_hidden
        gradient.heads[...] += d_out.T @ hidden_layer
        gradient.biases[...] += d_out.sum(axis=0)
    return gradient


def advantages(
    rewards: Doubles, values: Doubles, over: npt.NDArray[np.uint8], gamma: float, gae_lambda: float
) -> Doubles:
    """Return the generalised advantage estimate, GAE (Schulman et al. 2016): (streams, steps). A rally is an episode.

    A[t] = delta[t] + gamma lambda A[t+1], with delta[t] = r[t] + gamma V[t+1] - V[t]. A reward that is not zero, which
    is a point, or the end of the game ends the episode: V[t+1] and A[t+1] then count as zero. A truncated game would
    have gone on from about where it was: V[t] stands in for V[t+1], which belongs to the next game.

    Args:
        rewards: (streams, steps).
        values: (streams, steps + 1), of the observation before each step, and of the one after the last step.
        over: (streams, steps), GOES_ON (0), TERMINATED (1) or TRUNCATED (2): the state of the game after each step.
        gamma: discount, 0 to 1.
        gae_lambda: 0 (one step) to 1 (the whole rally).
    """
    ends = (rewards != 0) | (over == TERMINATED)
    following = np.where(over == TRUNCATED, values[:, :-1], values[:, 1:])
    deltas = rewards + gamma * np.where(ends, 0.0, following) - values[:, :-1]
    carries = np.where(ends | (over == TRUNCATED), 0.0, gamma * gae_lambda)
    found, after = np.empty_like(deltas), np.zeros(len(rewards))
    for step in range(rewards.shape[1] - 1, -1, -1):
        found[:, step] = after = deltas[:, step] + carries[:, step] * after
    return found


def make_batch(
    outputs: Doubles, actions: npt.NDArray[np.intp], rewards: Doubles, over: npt.NDArray[np.uint8], **gae: float
) -> Minibatch:
    """Return all samples, for outputs, (streams, steps + 1, 4), and actions, (streams, steps); see `advantages`."""
    values = values_of(outputs[:, :, -1])
    found = advantages(rewards, values, over, **gae)
    logs = log_softmax(outputs[:, :-1, :-1].reshape(actions.size, -1))[np.arange(actions.size), actions.ravel()]
    return Minibatch(actions.ravel(), logs, found.ravel(), (found + values[:, :-1]).ravel())


def log_softmax(logits: Doubles) -> Doubles:
    """Return the log probabilities, (n, actions)."""
    return logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)


def values_of(u: Doubles) -> Doubles:
    """Return V = 2 s(u) - 1, from -1 to 1, for the network's last outputs; s is the logistic function.

    V is twice the probability that the rally is won, minus 1. It is learned by logistic regression, which costs the
    network no precision where rallies are all but decided (compare Farebrother et al. 2024, "Stop Regressing").
    """
    return np.tanh(u / 2)


def objective(outputs: Doubles, batch: Minibatch, settings: Settings) -> tuple[Terms, Doubles]:
    """Return the terms of the loss, and its gradient with respect to the outputs, (n, 4).

    The loss is policy + vf_coef * value - ent_coef * entropy.

    Args:
        outputs: (n, 4), the logits of each sample, and what its value follows from.
        batch: the samples.
        settings: of the loss; beyond `clip_range`, the probability ratio has no gradient.
    """
    clip, vf_coef, ent_coef = settings[:3]
    n, samples = len(batch.actions), np.arange(len(batch.actions))
    away = batch.advantages - batch.advantages.mean()
    A = away / (away.std() + 1e-8)
    logs = log_softmax(outputs[:, :-1])
    p = np.exp(logs)
    log_ratios = np.minimum(logs[samples, batch.actions] - batch.log_probabilities, 50.0)
    ratios = np.exp(log_ratios)
    surrogate = np.minimum(ratios * A, np.clip(ratios, 1 - clip, 1 + clip) * A)
    moves = np.where(A >= 0, ratios <= 1 + clip, ratios >= 1 - clip)
    entropies = -(p * logs).sum(axis=1)
    # The cross-entropy of a win, whose target probability is q = (1 + return) / 2: log(1 + exp(u)) - q u.
    u = outputs[:, -1]
    losses = np.logaddexp(0, u) - (1 + batch.returns) / 2 * u

    d_outputs = np.empty_like(outputs)
    # d log p(a) / d logits = onehot(a) - p, and d entropy / d logits = -p (log p + entropy).
    pull = np.where(moves, ratios * A, 0.0)
    d_outputs[:, :-1] = p * (pull[:, np.newaxis] + ent_coef * (logs + entropies[:, np.newaxis]))
    d_outputs[samples, batch.actions] -= pull
    d_outputs[:, -1] = vf_coef * (values_of(u) - batch.returns) / 2
    means = (-surrogate.mean(), losses.mean(), entropies.mean(), 1 - moves.mean(), (ratios - 1 - log_ratios).mean())
    return Terms(*map(float, means)), d_outputs / n


def learn(adam: Adam, X: npt.NDArray[np.int8], batch: Minibatch, settings: Settings) -> tuple[Terms, float] | None:
    """Take a step on a minibatch; return loss and gradient norm, or None, and learn nothing, beyond the divergence."""
    weights = adam.weights
    hidden_layers, outputs = forward(weights, X)
    terms, d_outputs = objective(outputs.astype(np.float64), batch, settings)
    if terms.kl > settings.target_kl:
        return None
    of_sums = backward(weights, X, hidden_layers, d_outputs.astype(np.float32))
    gradient = Trained(of_sums.W1, network.shared_gradient(of_sums.W1), of_sums.heads, of_sums.biases)
    norm = math.sqrt(sum(float(np.square(part, dtype=np.float64).sum()) for part in gradient))
    adam.steps += 1
    own = np.flatnonzero(X.any(axis=0) | X[:, network.reflected_rows()].any(axis=0))
    # The bias shares nothing: -1.
    shared = np.setdiff1d(network.shared_of_rows()[own], [-1])
    heads = np.arange(network.OUTPUTS)
    for (name, part), rows in zip(gradient._asdict().items(), (own, shared, heads, heads), strict=True):
        parameter = [getattr(numbers, name) for numbers in (adam.values, adam.mean, adam.square)]
        rate = settings.learning_rate * (settings.block_rate if name == "shared" else 1)
        adam_step(parameter, part * np.float32(min(1.0, settings.max_grad_norm / norm)), rows, rate, adam.steps)
    weights.W1[...] = network.combined(adam.values.own, adam.values.shared)
    return terms, norm


def train(updates: int, num_envs: int = 8, steps: int = 128, hidden: int = 64) -> None:
    """Train a policy, and print the returns of its games."""
    rng, settings = np.random.default_rng(0), Settings()
    adam = Adam.initial(Weights.initial(hidden, rng))
    envs = [pong_pg.make("ALE/Pong-v5") for _ in range(num_envs)]
    masks = np.stack([mask_of(env.reset(seed=seed)[0]).ravel() for seed, env in enumerate(envs)])
    before, totals = masks.copy(), np.zeros(num_envs)
    for update in range(updates):
        X = np.zeros((num_envs, steps + 1, network.ROWS), np.int8)
        actions, rewards = np.zeros((num_envs, steps), np.intp), np.zeros((num_envs, steps))
        over = np.zeros((num_envs, steps), np.uint8)
        for step in range(steps + 1):
            X[:, step] = [network.observation(*pair) for pair in zip(masks, before, strict=True)]
            if step == steps:
                break
            logits = forward(adam.weights, X[:, step])[1][:, :-1].astype(np.float64)
            # Gumbel noise: the largest sum is drawn from the softmax.
            actions[:, step] = (logits + rng.gumbel(size=logits.shape)).argmax(axis=1)
            before = masks.copy()
            for i, env in enumerate(envs):
                frame, rewards[i, step], terminated, truncated, _ = env.step(network.ACTIONS[actions[i, step]])
                totals[i] += rewards[i, step]
                if terminated or truncated:
                    print(f"update {update}: a game ended {totals[i]:+.0f}", flush=True)
                    over[i, step], totals[i], frame = TERMINATED if terminated else TRUNCATED, 0, env.reset()[0]
                masks[i] = mask_of(frame).ravel()
                before[i] = masks[i] if over[i, step] else before[i]
        outputs = np.stack([forward(adam.weights, stream)[1] for stream in X]).astype(np.float64)
        batch = make_batch(outputs, actions, rewards, over, gamma=0.999, gae_lambda=0.95)
        samples = X[:, :-1].reshape(actions.size, network.ROWS)
        for _ in range(4):
            for indices in np.array_split(rng.permutation(actions.size), 4):
                learn(adam, samples[indices], batch.select(indices), settings)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--updates", type=int, default=20)
    train(parser.parse_args().updates)
