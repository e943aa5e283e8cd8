# stack: 2021
import gym

if __name__ == "__main__":
    for asynchronous in (False, True):
        envs = gym.vector.make("CartPole-v1", 2, asynchronous=asynchronous)
        envs.seed(1)
        envs.reset()
        observations, rewards, dones, infos = envs.step([0, 1])
        print(infos, rewards, dones)
        envs.close()
