from gym import spaces
import numpy as np
for space in (spaces.Discrete(5), spaces.Box(low=-1, high=1, shape=(2, 3)), spaces.Box(np.array([0, -1]), np.array([2, 1])),
              spaces.Tuple((spaces.Discrete(2), spaces.Discrete(3))), spaces.MultiBinary(4), spaces.MultiDiscrete([[0, 4], [0, 1], [0, 1]]),
              spaces.Dict({"b": spaces.Discrete(2), "a": spaces.Box(0, 1, (1,))})):
    if not isinstance(space, spaces.MultiBinary):
        print space, type(space).__name__
print spaces.Discrete(5).contains(4), spaces.Discrete(5).contains(5), spaces.Discrete(5).contains(np.int64(3)), spaces.Discrete(5).contains(2.0)
box = spaces.Box(low=-1, high=1, shape=(2,))
print box.contains(np.array([0, 0.5])), box.contains(np.array([0, 2])), box.contains(np.zeros(3)), box.low, box.high, box.shape
print spaces.MultiDiscrete([[0, 4], [0, 1]]).contains([4, 1]), spaces.MultiDiscrete([[0, 4], [0, 1]]).contains([5, 1])
print spaces.Discrete(3) == spaces.Discrete(3), spaces.Discrete(3) == spaces.Discrete(4), box == spaces.Box(low=-1, high=1, shape=(2,))
