import gym
import gym.version
print gym.__version__, gym.version.VERSION
print gym.Env.__name__, gym.Wrapper.__mro__[1].__name__
print gym.Env.metadata, gym.Env.reward_range
