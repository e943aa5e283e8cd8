import gym
from gym import wrappers, logger
import logging

class RandomAgent(object):
    def __init__(self, action_space):
        self.action_space = action_space
    def act(self, observation, reward, done):
        return self.action_space.sample()

gym.undo_logger_setup()
env = gym.make("CartPole-v0")
env = wrappers.Monitor(env, directory="random-agent-results", video_callable=False, force=True)
env.seed(0)
gym.spaces.prng.seed(0)
agent = RandomAgent(env.action_space)
reward, done = 0, False
for i in range(5):
    ob = env.reset()
    while True:
        action = agent.act(ob, reward, done)
        ob, reward, done, _ = env.step(action)
        if done:
            break
print env.get_episode_lengths()
env.close()
