import gym
from gym.wrappers import SkipWrapper
env = SkipWrapper(4)(gym.make("CartPole-v0"))
print env
env.seed(2)
env.reset()
print env.step(0)
print env.step(1)[1:], env.stepcount
try:
    SkipWrapper(0)
except Exception as problem:
    print type(problem).__name__
