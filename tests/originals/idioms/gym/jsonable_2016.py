from gym import spaces
import numpy as np
for space, samples in ((spaces.Discrete(3), [0, 2, 1]), (spaces.Box(0, 1, (2,)), [np.array([0.5, 1]), np.array([0.0, 0.25])]), (spaces.Tuple((spaces.Discrete(2), spaces.Discrete(2))), [(0, 1), (1, 1)])):
    there = space.to_jsonable(samples)
    print there, space.from_jsonable(there)
