# stack: 2021
from gym import spaces
import numpy as np
for space in (spaces.Discrete(5), spaces.Box(low=-1, high=1, shape=(2, 3)), spaces.Box(np.array([0, -1]), np.array([2, 1]), dtype=np.float32),
              spaces.Box(0, 255, (210, 160, 3), np.uint8), spaces.Tuple((spaces.Discrete(2), spaces.Discrete(3))), spaces.MultiBinary(4), spaces.MultiDiscrete([5, 2, 2]),
              spaces.Dict({"b": spaces.Discrete(2), "a": spaces.Box(0, 1, (1,), np.float32)})):
    print(space, type(space).__name__, space.shape, space.dtype)
    print(space == space, space.seed(3))
    print((sorted(space.sample().items()) if isinstance(space, spaces.Dict) else str(space.sample())[:200]), space.contains(space.sample()))
print(spaces.flatdim(spaces.Tuple((spaces.Discrete(3), spaces.Box(0, 1, (2,))))), spaces.flatten(spaces.Discrete(4), 2), spaces.flatten_space(spaces.Discrete(4)))
print(spaces.Box(-np.inf, np.inf, (2,)).is_bounded(), spaces.Box(0, 1, (2,)).is_bounded("below"))
