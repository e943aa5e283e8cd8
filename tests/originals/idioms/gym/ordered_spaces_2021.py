# stack: 2021
from collections import OrderedDict

import gym
import numpy as np
from gym import spaces

parts = [("z", spaces.Discrete(3)), ("a", spaces.MultiBinary(2)), ("m", spaces.Box(-1, 1, (2,)))]
for space in (spaces.Dict(OrderedDict(parts)), spaces.Dict(parts), spaces.Dict(dict(parts)), spaces.Dict(**dict(parts))):
    space.seed(3)
    sample = space.sample()
    print(space)
    print(list(space.spaces), type(space.spaces).__name__, list(sample))
    print(spaces.flatten(space, sample), spaces.flatten_space(space).shape)

for space in (
    spaces.Box(-1, 1, (3,)),
    spaces.Box(0, 255, (2, 2), dtype=np.uint8),
    spaces.MultiBinary(4),
    spaces.MultiDiscrete([3, 4]),
    spaces.Tuple((spaces.Discrete(3), spaces.Box(0, 1, (2,)))),
    spaces.Dict(pos=spaces.Box(-1, 1, (2,)), act=spaces.Discrete(2)),
):
    space.seed(3)
    plain = space.to_jsonable([space.sample(), space.sample()])
    print(plain)
    print(space.from_jsonable(plain))
