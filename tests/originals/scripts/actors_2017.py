# stack: 2017
"""Actors, as one wrote it for Ray from 2017 to 2019; seeded, with one actor a game of the batch."""

from __future__ import absolute_import
from __future__ import division
from __future__ import print_function

import argparse
import os

import gym
import numpy as np
import ray

H = 200  # hidden units
D = 80 * 80  # pixels of a frame
gamma = 0.99
decay_rate = 0.99
learning_rate = 1e-4


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def preprocess(img):
    """The paddles and the ball as ones, everything else as zeros."""
    img = img[35:195]
    img = img[::2, ::2, 0]
    img[img == 144] = 0
    img[img == 109] = 0
    img[img != 0] = 1
    return img.astype(np.float).ravel()


def discount_rewards(r):
    discounted_r = np.zeros_like(r)
    running_add = 0
    for t in reversed(range(0, r.size)):
        if r[t] != 0:
            running_add = 0
        running_add = running_add * gamma + r[t]
        discounted_r[t] = running_add
    return discounted_r


def policy_forward(x, model):
    h = np.dot(model["W1"], x)
    h[h < 0] = 0
    return sigmoid(np.dot(model["W2"], h)), h


def policy_backward(eph, epx, epdlogp, model):
    dh = np.outer(epdlogp, model["W2"])
    dh[eph <= 0] = 0
    return {"W1": np.dot(dh.T, epx), "W2": np.dot(eph.T, epdlogp).ravel()}


@ray.remote
class PongEnv(object):
    def __init__(self, game_id, seed):
        # One thread for each actor: many threads in many actors are slower than one.
        os.environ["MKL_NUM_THREADS"] = "1"
        np.random.seed(seed)
        self.env = gym.make(game_id)
        self.env.seed(seed)

    def compute_gradient(self, model):
        observation = self.env.reset()
        prev_x = None
        xs, hs, dlogps, drs = [], [], [], []
        done = False
        while not done:
            cur_x = preprocess(observation)
            x = cur_x - prev_x if prev_x is not None else np.zeros(D)
            prev_x = cur_x
            aprob, h = policy_forward(x, model)
            action = 2 if np.random.uniform() < aprob else 3
            xs.append(x)
            hs.append(h)
            dlogps.append((1 if action == 2 else 0) - aprob)
            observation, reward, done, info = self.env.step(action)
            drs.append(reward)
        epdlogp = np.vstack(dlogps)
        advantages = discount_rewards(np.vstack(drs))
        advantages -= np.mean(advantages)
        advantages /= np.std(advantages)
        epdlogp *= advantages
        return policy_backward(np.vstack(hs), np.vstack(xs), epdlogp, model), (sum(drs), len(drs))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train an agent to play Pong.")
    parser.add_argument("games", nargs="?", default=50, type=int, help="The number of games.")
    parser.add_argument("id", nargs="?", default="PongDeterministic-v4", help="The id of the environment.")
    parser.add_argument("--batch-size", default=2, type=int, help="The number of games of an update.")
    parser.add_argument("--redis-address", default=None, type=str, help="The Redis address of the cluster.")
    args = parser.parse_args()

    ray.init(redis_address=args.redis_address, redirect_output=True)

    np.random.seed(0)
    model = {"W1": np.random.randn(H, D) / np.sqrt(D), "W2": np.random.randn(H) / np.sqrt(H)}
    rmsprop_cache = {k: np.zeros_like(v) for k, v in model.items()}
    actors = [PongEnv.remote(args.id, seed) for seed in range(args.batch_size)]
    running_reward = None
    for iteration in range(1, 1 + args.games // args.batch_size):
        model_id = ray.put(model)
        actions = [actor.compute_gradient.remote(model_id) for actor in actors]
        grad_buffer = {k: np.zeros_like(v) for k, v in model.items()}
        while actions:
            # One at a time, so that the order of the sums is the same in every run.
            [action_id], _ = ray.wait(actions[:1])
            actions = actions[1:]
            grad, (reward_sum, steps) = ray.get(action_id)
            for k in model:
                grad_buffer[k] += grad[k]
            running_reward = reward_sum if running_reward is None else running_reward * 0.99 + reward_sum * 0.01
            print("game of", steps, "steps, reward", reward_sum)
        for k in model:
            rmsprop_cache[k] = decay_rate * rmsprop_cache[k] + (1 - decay_rate) * grad_buffer[k] ** 2
            model[k] += learning_rate * grad_buffer[k] / (np.sqrt(rmsprop_cache[k]) + 1e-5)
        print("Batch {} computed {} rollouts, running mean is {}; W1 {:.8g}, W2 {:.8g}".format(
            iteration, args.batch_size, running_reward, np.abs(model["W1"]).sum(), np.abs(model["W2"]).sum()))
