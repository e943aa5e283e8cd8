# stack: 2021
import json
import numpy as np
from gym import spaces
from gym.spaces import utils
both = spaces.Tuple((spaces.Discrete(3), spaces.MultiDiscrete([2, 5])))
named = spaces.Dict(b=spaces.Discrete(2), a=spaces.Box(-1, 2, (2,), dtype=np.float32), c=spaces.MultiBinary(3))
points = [
    (spaces.Discrete(4), 2),
    (spaces.MultiDiscrete([2, 2, 100]), [1, 0, 70]),
    (both, (1, [1, 4])),
    (named, {"a": [0.5, 1], "b": 1, "c": [1, 0, 1]}),
]
for space, point in points:
    flat = utils.flatten(space, point)
    print(utils.flatdim(space), flat, flat.dtype)
    back = utils.unflatten(space, flat)
    print(type(back).__name__, back if not isinstance(back, dict) else [str(part) for part in back.values()])
    box = utils.flatten_space(space)
    print(box.low, box.high, box.dtype, spaces.flatdim(space))
for wrong in lambda: spaces.Dict(a="abc"), lambda: spaces.Tuple(["abc"]):
    try:
        wrong()
    except AssertionError as problem:
        print(problem)
space = spaces.MultiDiscrete([3, 4])
print(json.dumps(space.to_jsonable([np.array([1, 2]), np.array([0, 3])])), len(space.from_jsonable([[1, 2], [0, 3]])))
