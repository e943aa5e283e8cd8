import gym
env = gym.make('CartPole-v0')
env.seed(2)
observation = env.reset()
print [observation[0]], type(observation[0]).__name__
