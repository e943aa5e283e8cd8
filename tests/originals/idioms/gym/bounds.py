import gym
import math
for name in ("CartPole-v0", "MountainCar-v0", "MountainCarContinuous-v0", "Acrobot-v1", "Pendulum-v0"):
    env = gym.make(name)
    space = env.observation_space
    print name, space, space.high.dtype, space.low.tolist(), space.high.tolist()
env = gym.make("CartPole-v0")
lower, upper = env.observation_space.low, env.observation_space.high
upper[1], lower[1] = 0.5, -0.5
env.seed(2)
env.reset()
for _ in range(5):
    observation, reward, done, info = env.step(1)
    print [float((observation[i] + abs(lower[i])) / (upper[i] - lower[i])) for i in range(3)]
