# stack: 2020
import gym
env = gym.make("CartPole-v0")
env.seed(1)
env.action_space.seed(1)
print([env.action_space.sample() for _ in range(20)])
env = gym.make("Pendulum-v0")
env.action_space.seed(2)
print([round(float(env.action_space.sample()[0]), 5) for _ in range(5)])
