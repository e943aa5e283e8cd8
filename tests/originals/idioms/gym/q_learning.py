import gym
import numpy as np
env = gym.make("FrozenLake-v0")
env.seed(1)
np.random.seed(1)
Q = np.zeros([env.observation_space.n, env.action_space.n])
wins = 0
for i in range(200):
    s = env.reset()
    for j in range(99):
        a = np.argmax(Q[s, :] + np.random.randn(1, env.action_space.n) * (1. / (i + 1)))
        s1, r, d, _ = env.step(a)
        Q[s, a] = Q[s, a] + .85 * (r + .99 * np.max(Q[s1, :]) - Q[s, a])
        wins += r
        s = s1
        if d:
            break
print wins
print Q.round(4)
