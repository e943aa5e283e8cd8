import gym
import numpy as np
from gym import spaces


class ScaledFloatFrame(gym.ObservationWrapper):
    def _observation(self, obs):
        return np.array(obs).astype(np.float32) / 255.0


class MaxAndSkipEnv(gym.Wrapper):
    def __init__(self, env=None, skip=4):
        """Return only every `skip`-th frame"""
        super(MaxAndSkipEnv, self).__init__(env)
        self._skip = skip

    def _step(self, action):
        total_reward = 0.0
        done = None
        for _ in range(self._skip):
            obs, reward, done, info = self.env.step(action)
            total_reward += reward
            if done:
                break
        return obs, total_reward, done, info

    def _reset(self):
        obs = self.env.reset()
        return obs
