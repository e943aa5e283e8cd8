import gym
from gym import wrappers
env = wrappers.Monitor(gym.make("CartPole-v0"), "out", video_callable=False)
env.reset()
env.step(0)
try:
    env.reset()
except gym.error.Error as problem:
    print type(problem).__name__
env.close()
try:
    wrappers.Monitor(gym.make("CartPole-v0"), "out", video_callable=False)
except gym.error.Error as problem:
    print type(problem).__name__
env = wrappers.Monitor(gym.make("CartPole-v0"), "out", video_callable=False, resume=True)
env.close()
