# stack: 2021
import gym
from gym.wrappers import RecordEpisodeStatistics
env = RecordEpisodeStatistics(gym.make("CartPole-v0"))
env.seed(0)
for episode in range(2):
    env.reset()
    done = False
    while not done:
        ob, reward, done, info = env.step(1)
    print(info["episode"]["r"], info["episode"]["l"], sorted(info["episode"]))
print(list(env.return_queue), list(env.length_queue), env)
