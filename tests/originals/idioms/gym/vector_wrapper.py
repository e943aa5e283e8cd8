# stack: 2021
import gym
from gym.vector import VectorEnvWrapper, make
class Counting(VectorEnvWrapper):
    def __init__(self, env):
        self.env = env
        self.calls = []
    def reset_async(self):
        super().reset_async()
        self.calls.append("reset_async")
    def step_async(self, actions):
        super().step_async(actions)
        self.calls.append("step_async")
    def step_wait(self):
        observations, rewards, dones, infos = super().step_wait()
        return observations, rewards * 2, dones, infos
env = Counting(make("CartPole-v1", num_envs=2, asynchronous=False))
print(env.reset().shape)
observations, rewards, dones, infos = env.step([0, 1])
print(observations.shape, rewards, dones, env.calls, env.num_envs)
env.close()
print(all(isinstance(spec.entry_point, str) for spec in gym.envs.registry.all()))
