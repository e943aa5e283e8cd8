"""Learning to Play Pong with remote functions and a reusable variable, as one wrote it for Ray in autumn 2016."""
import time

import cPickle as pickle
import gym
import numpy as np
import ray

HIDDEN = 200
PIXELS = 80 * 80
BATCH_SIZE = 10
LEARNING_RATE = 1e-4
GAMMA = 0.99
DECAY = 0.99


def env_initializer():
  return gym.make("Pong-v0")


def env_reinitializer(env):
  # The next task on this worker must not see the game that this one has left.
  env.reset()
  return env


ray.reusables.env = ray.Reusable(env_initializer, env_reinitializer)


def sigmoid(x):
  return 1.0 / (1.0 + np.exp(-x))


def pixels_of(frame):
  frame = frame[35:195][::2, ::2, 0]
  frame[frame == 144] = 0
  frame[frame == 109] = 0
  frame[frame != 0] = 1
  return frame.astype(np.float).ravel()


def discounted(rewards):
  result = np.zeros_like(rewards)
  total = 0
  for t in reversed(xrange(rewards.size)):
    # A point ends a rally, and what came before it has no part in what comes after.
    if rewards[t] != 0:
      total = 0
    total = total * GAMMA + rewards[t]
    result[t] = total
  return result


def forward(model, x):
  hidden = np.dot(model["W1"], x)
  hidden[hidden < 0] = 0
  return sigmoid(np.dot(model["W2"], hidden)), hidden


def backward(model, hiddens, inputs, errors):
  to_hidden = np.outer(errors, model["W2"])
  to_hidden[hiddens <= 0] = 0
  return {"W1": np.dot(to_hidden.T, inputs), "W2": np.dot(hiddens.T, errors).ravel()}


@ray.remote(num_return_vals=2)
def compute_gradient(model):
  env = ray.reusables.env
  observation = env.reset()
  previous = np.zeros(PIXELS)
  inputs, hiddens, errors, rewards = [], [], [], []
  done = False
  while not done:
    current = pixels_of(observation)
    x = current - previous
    previous = current
    up, hidden = forward(model, x)
    action = 2 if np.random.uniform() < up else 3
    inputs.append(x)
    hiddens.append(hidden)
    errors.append((1 if action == 2 else 0) - up)
    observation, reward, done, info = env.step(action)
    rewards.append(reward)
  advantages = discounted(np.vstack(rewards))
  advantages -= np.mean(advantages)
  advantages /= np.std(advantages)
  errors = np.vstack(errors) * advantages
  return backward(model, np.vstack(hiddens), np.vstack(inputs), errors), sum(rewards)


if __name__ == "__main__":
  ray.init(start_ray_local=True, num_workers=BATCH_SIZE)
  model = {"W1": np.random.randn(HIDDEN, PIXELS) / np.sqrt(PIXELS),
           "W2": np.random.randn(HIDDEN) / np.sqrt(HIDDEN)}
  memory = {name: np.zeros_like(weights) for name, weights in model.iteritems()}
  running_reward = None
  batch = 0
  while True:
    batch += 1
    start = time.time()
    model_id = ray.put(model)
    gradient_ids, reward_ids = [], []
    for _ in xrange(BATCH_SIZE):
      gradient_id, reward_id = compute_gradient.remote(model_id)
      gradient_ids.append(gradient_id)
      reward_ids.append(reward_id)
    total = {name: np.zeros_like(weights) for name, weights in model.iteritems()}
    for gradient_id, reward_id in zip(gradient_ids, reward_ids):
      gradient, reward = ray.get(gradient_id), ray.get(reward_id)
      for name in model:
        total[name] += gradient[name]
      running_reward = reward if running_reward is None else running_reward * 0.99 + reward * 0.01
    for name in model:
      memory[name] = DECAY * memory[name] + (1 - DECAY) * total[name] ** 2
      model[name] += LEARNING_RATE * total[name] / (np.sqrt(memory[name]) + 1e-5)
    print "Batch %d: %d games in %.1f seconds, running mean %f" % (
        batch, BATCH_SIZE, time.time() - start, running_reward)
    if batch % 10 == 0:
      pickle.dump(model, open("save.p", "wb"))
