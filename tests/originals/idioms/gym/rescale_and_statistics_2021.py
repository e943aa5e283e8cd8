# stack: 2021
import gym
import numpy as np
from gym.wrappers import RecordEpisodeStatistics, RescaleAction


class Drift(gym.Env):
    action_space = gym.spaces.Box(np.array([-1, -2], dtype=np.float32), np.array([1, 2.3], dtype=np.float32))
    observation_space = gym.spaces.Box(-np.inf, np.inf, (2,))

    def reset(self):
        self.n = 0
        return np.zeros(2, dtype=np.float32)

    def step(self, action):
        self.n += 1
        return np.asarray(action), float(np.sum(action)), self.n >= 7, {}


env = RecordEpisodeStatistics(RescaleAction(Drift(), 0.1, 0.7))
print(env, env.action_space, env.a, env.b)
rng = np.random.RandomState(4)
for episode in range(3):
    env.reset()
    done = False
    while not done:
        action = rng.uniform(0.1, 0.7, 2)
        observation, reward, done, info = env.step(action if episode else action.astype(np.float32))
    print(repr(observation), repr(reward), info["episode"]["r"], info["episode"]["l"], type(info["episode"]["r"]))
print(list(env.return_queue), list(env.length_queue), env.episode_count, env.episode_returns)
try:
    env.step(np.array([0.0, 0.5]))
except AssertionError as error:
    print(type(error).__name__)
