from gym import spaces
from gym.spaces import prng
import numpy as np
np.set_printoptions(precision=6)
prng.seed(5)
print [spaces.Discrete(6).sample() for _ in range(10)]
print spaces.Box(low=-1, high=1, shape=(3,)).sample()
print spaces.Box(low=np.array([0., -5.]), high=np.array([10., 5.])).sample()
print spaces.Tuple((spaces.Discrete(4), spaces.Discrete(9))).sample()
print spaces.MultiDiscrete([[0, 4], [1, 3], [0, 1]]).sample()
print spaces.MultiBinary(6).sample()
print spaces.Dict({"b": spaces.Discrete(7), "a": spaces.Discrete(7)}).sample()
print prng.np_random.randint(1000)
