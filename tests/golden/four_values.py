"""A seeded script for OpenAI Gym up to 0.21: plays one id for some steps and prints all that it saw."""

import hashlib
import sys

import gym
import numpy as np

env = gym.make(sys.argv[1])
print(env.action_space, env.observation_space.shape, env.observation_space.dtype, env.seed(3), env.action_space.seed(5))
np.random.seed(7)
seen = hashlib.sha256()
actions, rewards = [], []
observation = env.reset()
for step in range(int(sys.argv[2])):
    seen.update(observation.tobytes())
    observation[observation == 144] = 0
    action = env.action_space.sample() if step % 3 else 2 + int(np.random.uniform() < 0.5)
    observation, reward, done, info = env.step(action)
    actions.append(action)
    rewards.append(reward)
    if done:
        observation = env.reset()
print("".join(map(str, actions)))
print([(step, reward) for step, reward in enumerate(rewards) if reward])
print(seen.hexdigest())
env.observation_space.seed(11)
print(hashlib.sha256(env.observation_space.sample().tobytes()).hexdigest(), env.unwrapped.get_action_meanings())
