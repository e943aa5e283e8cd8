import gym
from gym import scoreboard
print callable(gym.upload)
