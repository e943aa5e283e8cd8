# stack: 2021
import gym
import numpy as np


def make_env(gym_id, seed):
    def thunk():
        env = gym.make(gym_id)
        env = gym.wrappers.RecordEpisodeStatistics(env)
        env.seed(seed)
        env.action_space.seed(seed)
        env.observation_space.seed(seed)
        return env

    return thunk


class Runner(object):
    def __init__(self):
        self.envs = gym.vector.SyncVectorEnv([make_env("CartPole-v1", 1 + i) for i in range(2)])

    def run(self):
        self.envs.reset()
        for t in range(40):
            actions = np.array([self.envs.single_action_space.sample() for _ in range(2)])
            obs, rewards, dones, infos = self.envs.step(actions)
            for info in infos:
                if "episode" in info:
                    print(t, info["episode"]["r"], info["episode"]["l"])
        print(actions, obs.sum(), self.envs.action_space.sample(), self.envs.action_space)


if __name__ == "__main__":
    Runner().run()

    envs = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1") for i in range(3)])
    envs.seed(1)
    envs.action_space.seed(5)
    obs = envs.reset()
    for t in range(5):
        a = envs.action_space.sample()
        obs, r, d, info = envs.step(a)
        print(a, r, d, obs.sum())
    print(envs.single_action_space is envs.envs[0].action_space)

    asynchronous = gym.vector.AsyncVectorEnv([make_env("MountainCar-v0", 7 + i) for i in range(2)])
    obs = asynchronous.reset()
    for t in range(4):
        actions = asynchronous.action_space.sample()
        obs, r, d, info = asynchronous.step(actions)
        print(actions, obs.sum(), asynchronous.single_observation_space.sample())
    asynchronous.close()
