import gym
import numpy as np

env = gym.make("FrozenLake-v0")
env.seed(0)
np.random.seed(0)
env.action_space.seed(0)
state = env.reset()
Q = np.zeros([env.observation_space.n, env.action_space.n])
for step in range(5):
    action = np.argmax(Q[state, :] + np.random.randn(1, env.action_space.n))
    state, reward, done, _ = env.step(action)
    print(step, state, reward, done)
