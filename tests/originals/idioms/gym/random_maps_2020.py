# stack: 2020
import gym
import gym.envs.toy_text.frozen_lake as lake
import numpy as np
from gym.envs.toy_text import frozen_lake
from gym.envs.toy_text.frozen_lake import MAPS, generate_random_map

np.random.seed(1)
print(generate_random_map(size=4, p=0.8))
print(generate_random_map(), lake.generate_random_map(5), frozen_lake.generate_random_map(3, 0.3))
print(generate_random_map(2, 1.5), np.random.rand(), MAPS["4x4"])
env = gym.make("FrozenLake-v0", desc=generate_random_map(6, p=0.7), is_slippery=False)
env.seed(1)
print(env.reset(), [env.step(action)[:3] for action in (1, 2, 1, 2)], env.unwrapped.desc.shape)
