# stack: 2020
"""
Learning to Play Pong
=====================

Actors and a model class, from top to bottom as a script of a documentation gallery from 2020 to 2022; seeded, with one
actor, and told how many games.
"""

import os
import sys

import gym
import numpy as np
import ray

# %%
# Hyperparameters
# ---------------

H = 200  # hidden units
gamma = 0.99  # discount
decay_rate = 0.99  # of RMSProp's memory
D = 80 * 80  # pixels of a frame
learning_rate = 1e-4

# %%
# Playing a game
# --------------


def preprocess(img):
    img = img[35:195]
    img = img[::2, ::2, 0]
    # The two colours of the background become zero, everything else one.
    img[img == 144] = 0
    img[img == 109] = 0
    img[img != 0] = 1
    return img.astype(np.float).ravel()


def process_rewards(r):
    discounted_r = np.zeros_like(r)
    running_add = 0
    for t in reversed(range(0, r.size)):
        # A point ends a rally.
        if r[t] != 0:
            running_add = 0
        running_add = running_add * gamma + r[t]
        discounted_r[t] = running_add
    return discounted_r


def rollout(model, env):
    observation = env.reset()
    prev_x = None
    xs, hs, dlogps, drs = [], [], [], []
    done = False
    while not done:
        cur_x = preprocess(observation)
        x = cur_x - prev_x if prev_x is not None else np.zeros(D)
        prev_x = cur_x
        aprob, h = model.policy_forward(x)
        action = 2 if np.random.uniform() < aprob else 3
        xs.append(x)
        hs.append(h)
        y = 1 if action == 2 else 0
        dlogps.append(y - aprob)
        observation, reward, done, info = env.step(action)
        drs.append(reward)
    return xs, hs, dlogps, drs


# %%
# The network
# -----------


class Model(object):
    def __init__(self):
        self.weights = {}
        self.weights["W1"] = np.random.randn(H, D) / np.sqrt(D)
        self.weights["W2"] = np.random.randn(H) / np.sqrt(H)

    def policy_forward(self, x):
        h = np.dot(self.weights["W1"], x)
        h[h < 0] = 0
        logp = np.dot(self.weights["W2"], h)
        return 1.0 / (1.0 + np.exp(-logp)), h

    def policy_backward(self, eph, epx, epdlogp):
        dh = np.outer(epdlogp, self.weights["W2"])
        dh[eph <= 0] = 0
        return {"W1": np.dot(dh.T, epx), "W2": np.dot(eph.T, epdlogp).ravel()}

    def update(self, grad_buffer, rmsprop_cache, lr, decay):
        for k in self.weights:
            g = grad_buffer[k]
            rmsprop_cache[k] = decay * rmsprop_cache[k] + (1 - decay) * g**2
            self.weights[k] += lr * g / (np.sqrt(rmsprop_cache[k]) + 1e-5)


def zero_grads(grad_buffer):
    for k, v in grad_buffer.items():
        grad_buffer[k] = np.zeros_like(v)


# %%
# Gradients in parallel
# ---------------------

ray.init()


@ray.remote
class RolloutWorker(object):
    def __init__(self, game_id):
        # One thread for each actor.
        os.environ["MKL_NUM_THREADS"] = "1"
        np.random.seed(1)
        self.env = gym.make(game_id)
        self.env.seed(1)

    def compute_gradient(self, model):
        xs, hs, dlogps, drs = rollout(model, self.env)
        epdlogp = np.vstack(dlogps)
        advantages = process_rewards(np.vstack(drs))
        advantages -= np.mean(advantages)
        advantages /= np.std(advantages)
        epdlogp *= advantages
        return model.policy_backward(np.vstack(hs), np.vstack(xs), epdlogp), (sum(drs), len(drs))


# %%
# Running
# -------

games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
batch_size = 2
iterations = games // batch_size
np.random.seed(0)
model = Model()
actors = [RolloutWorker.remote(sys.argv[2] if len(sys.argv) > 2 else "PongDeterministic-v4")]

running_reward = None
grad_buffer = {k: np.zeros_like(v) for k, v in model.weights.items()}
rmsprop_cache = {k: np.zeros_like(v) for k, v in model.weights.items()}

for i in range(1, 1 + iterations):
    model_id = ray.put(model)
    gradient_ids = [actor.compute_gradient.remote(model_id) for actor in batch_size * actors]
    for batch in range(batch_size):
        [grad_id], gradient_ids = ray.wait(gradient_ids)
        grad, (reward_sum, steps) = ray.get(grad_id)
        for k in model.weights:
            grad_buffer[k] += grad[k]
        running_reward = reward_sum if running_reward is None else running_reward * 0.99 + reward_sum * 0.01
        print("game of", steps, "steps, reward", reward_sum)
    model.update(grad_buffer, rmsprop_cache, learning_rate, decay_rate)
    print(
        "Batch {} computed {} rollouts, running mean is {}; W1 {:.8g}, W2 {:.8g}".format(
            i,
            batch_size,
            running_reward,
            np.abs(model.weights["W1"]).sum(),
            np.abs(model.weights["W2"]).sum(),
        )
    )
    zero_grads(grad_buffer)
