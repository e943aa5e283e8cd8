# stack: 2020
import gym
import numpy as np

rng = np.random.RandomState(0)
for name, seed in ("CartPole-v0", 0), ("CartPole-v1", 7):
    env = gym.make(name)
    env.seed(seed)
    observation = env.reset()
    total = np.zeros(4)
    for t in range(300):
        observation, reward, done, info = env.step(rng.randint(0, 2))
        total += observation
        if done:
            print(t, observation.tolist(), total.tolist())
            observation = env.reset()
