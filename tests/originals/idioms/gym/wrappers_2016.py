import gym
from gym import wrappers

class Half(gym.ObservationWrapper):
    def _observation(self, ob):
        return ob / 2

class Twice(gym.RewardWrapper):
    def _reward(self, reward):
        return reward * 2

class Other(gym.ActionWrapper):
    def _action(self, action):
        return 1 - action

class Both(gym.Wrapper):
    def _reset(self):
        self.count = 0
        return self.env.reset()
    def _step(self, action):
        self.count += 1
        return self.env.step(action)

env = Both(Other(Twice(Half(gym.make("CartPole-v0")))))
print env
print env.class_name(), env.unwrapped, env.spec.id, env.metadata["render.modes"]
env.seed(0)
print env.reset()
for _ in range(3):
    ob, reward, done, info = env.step(1)
    print ob, reward, done, env.count
