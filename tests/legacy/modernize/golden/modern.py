"""Modern code, which stays as it is."""

import gymnasium as gym
import numpy as np

rng = np.random.default_rng(0)
env = gym.make("CartPole-v1", render_mode="rgb_array")
observation, info = env.reset(seed=0)
over = False
while not over:
    action = int(rng.integers(2))
    observation, reward, terminated, truncated, info = env.step(action)
    over = terminated or truncated
print("%d steps" % 3, 7 / 2)
env.close()
