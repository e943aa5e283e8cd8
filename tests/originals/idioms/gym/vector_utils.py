# stack: 2021
import numpy as np
from gym import error, spaces
from gym.vector import utils
from gym.vector.utils.numpy_utils import concatenate, create_empty_array
from gym.vector.utils.shared_memory import create_shared_memory, read_from_shared_memory, write_to_shared_memory
from gym.vector.utils.spaces import _BaseGymSpaces, batch_space
space = spaces.Dict(n=spaces.Discrete(5), pair=spaces.Tuple((spaces.MultiBinary(2), spaces.Box(0, 1, ()))))
batch = create_empty_array(space, n=2)
print(type(batch).__name__, batch["n"], batch["pair"][0])
values = [{"n": 3, "pair": (np.array([0, 1]), 0.5)}, {"n": 1, "pair": (np.array([1, 1]), 0.25)}]
concatenate(values, batch, space)
print(batch["n"], batch["pair"][0].tolist(), batch["pair"][1])
print(create_empty_array(spaces.Box(0, 1, (2,)), n=None, fn=np.ones))
memory = create_shared_memory(space, n=2)
write_to_shared_memory(1, values[0], memory, space)
print(type(memory).__name__, memory["n"][:], memory["pair"][1][:])
print(read_from_shared_memory(memory, space, n=2)["n"])
print([cls.__name__ for cls in _BaseGymSpaces], utils.batch_space is batch_space)
for one in spaces.Discrete(3), spaces.MultiDiscrete([2, 4]), spaces.MultiBinary(3), spaces.Tuple([spaces.Discrete(2)]):
    print(type(batch_space(one, 2)).__name__, batch_space(one, 2).shape)
class Custom(spaces.Space):
    pass
try:
    create_shared_memory(Custom())
except error.CustomSpaceError as problem:
    print(type(problem).__name__)
for function in batch_space, create_empty_array:
    try:
        function("no space")
    except ValueError as problem:
        print(type(problem).__name__)
