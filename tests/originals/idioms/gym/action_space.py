import gym
env = gym.make('PongDeterministic-v4')
print env.action_space
print env.observation_space.shape
print env.unwrapped.get_action_meanings()
