# stack: 2016
"""Remote functions and a reusable variable, as one wrote it in Python 2 in autumn 2016; seeded, with one worker.

Ray of 2016 can't be installed any more. Where there is no Ray, a stand-in calls each remote function at once: with one
worker that is the order in which Ray called them.
"""
import sys

import gym
import numpy as np

try:
  import ray
except ImportError:
  class StandIn(object):
    """What the script uses of Ray, in this process."""
    class Reusable(object):
      def __init__(self, initializer, reinitializer):
        self.initializer, self.reinitializer = initializer, reinitializer

    class Reusables(object):
      def __setattr__(self, name, reusable):
        object.__setattr__(self, name, reusable.initializer())

    def __init__(self):
      self.reusables = self.Reusables()

    def init(self, start_ray_local, num_workers):
      # The worker makes its own.
      self.reusables.env = self.Reusable(env_initializer, env_reinitializer)

    def remote(self, num_return_vals):
      def decorate(function):
        def call(*arguments):
          results = function(*arguments)
          self.reusables.env = self.Reusable(lambda: env_reinitializer(self.reusables.env), env_reinitializer)
          return results
        function.remote = call
        return function
      return decorate

    def put(self, value):
      return value
    get = put
  ray = StandIn()

games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
game_id = sys.argv[2] if len(sys.argv) > 2 else "PongDeterministic-v4"

HIDDEN = 200
PIXELS = 80 * 80
BATCH_SIZE = 2
LEARNING_RATE = 1e-4
GAMMA = 0.99
DECAY = 0.99


def env_initializer():
  env = gym.make(game_id)
  env.seed(0)
  return env


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
def compute_gradient(model, seed):
  env = ray.reusables.env
  random = np.random.RandomState(seed)
  observation = env.reset()
  previous = np.zeros(PIXELS)
  inputs, hiddens, errors, rewards = [], [], [], []
  done = False
  while not done:
    current = pixels_of(observation)
    x = current - previous
    previous = current
    up, hidden = forward(model, x)
    action = 2 if random.uniform() < up else 3
    inputs.append(x)
    hiddens.append(hidden)
    errors.append((1 if action == 2 else 0) - up)
    observation, reward, done, info = env.step(action)
    rewards.append(reward)
  advantages = discounted(np.vstack(rewards))
  advantages -= np.mean(advantages)
  advantages /= np.std(advantages)
  errors = np.vstack(errors) * advantages
  return backward(model, np.vstack(hiddens), np.vstack(inputs), errors), (sum(rewards), len(rewards))


if __name__ == "__main__":
  ray.init(start_ray_local=True, num_workers=1)
  np.random.seed(0)
  model = {"W1": np.random.randn(HIDDEN, PIXELS) / np.sqrt(PIXELS),
           "W2": np.random.randn(HIDDEN) / np.sqrt(HIDDEN)}
  memory = {name: np.zeros_like(weights) for name, weights in model.iteritems()}
  running_reward = None
  batch = 0
  while batch < games / BATCH_SIZE:
    batch += 1
    model_id = ray.put(model)
    gradient_ids, reward_ids = [], []
    for game in xrange(BATCH_SIZE):
      gradient_id, reward_id = compute_gradient.remote(model_id, BATCH_SIZE * batch + game)
      gradient_ids.append(gradient_id)
      reward_ids.append(reward_id)
    total = {name: np.zeros_like(weights) for name, weights in model.iteritems()}
    for gradient_id, reward_id in zip(gradient_ids, reward_ids):
      gradient, (reward, steps) = ray.get(gradient_id), ray.get(reward_id)
      for name in model:
        total[name] += gradient[name]
      running_reward = reward if running_reward is None else running_reward * 0.99 + reward * 0.01
      print "game of %d steps," % steps, "reward", reward
    for name in model:
      memory[name] = DECAY * memory[name] + (1 - DECAY) * total[name] ** 2
      model[name] += LEARNING_RATE * total[name] / (np.sqrt(memory[name]) + 1e-5)
    print "Batch %d: running mean %f, W1 %.8g, W2 %.8g" % (
        batch, running_reward, np.abs(model["W1"]).sum(), np.abs(model["W2"]).sum())
