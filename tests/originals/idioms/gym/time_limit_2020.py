# stack: 2020
import gym
from gym.wrappers import TimeLimit
env = TimeLimit(gym.make("CartPole-v1").env, max_episode_steps=3)
env.seed(0)
env.reset()
print(env, env._max_episode_steps, env._elapsed_steps)
for _ in range(3):
    ob, reward, done, info = env.step(0)
    print(reward, done, info)
env = gym.make("CartPole-v0")
env.reset()
try:
    gym.make("CartPole-v0").step(0)
except AssertionError as problem:
    print("AssertionError", problem)
