# stack: 2020
import gym
import numpy as np
class Goal(gym.GoalEnv):
    def __init__(self):
        box = gym.spaces.Box(-1, 1, (2,), np.float32)
        self.observation_space = gym.spaces.Dict({"observation": box, "achieved_goal": box, "desired_goal": box})
        self.action_space = gym.spaces.Discrete(2)
    def reset(self):
        super(Goal, self).reset()
        return {"observation": np.zeros(2), "achieved_goal": np.zeros(2), "desired_goal": np.ones(2)}
    def compute_reward(self, achieved, desired, info):
        return -float(np.abs(achieved - desired).sum())
env = Goal()
ob = env.reset()
print(sorted(ob), env.compute_reward(ob["achieved_goal"], ob["desired_goal"], {}), env)
class Wrong(gym.GoalEnv):
    observation_space = gym.spaces.Discrete(2)
    def reset(self):
        super(Wrong, self).reset()
try:
    Wrong().reset()
except gym.error.Error as problem:
    print(type(problem).__name__)
