# stack: 2020
"""Arrays out of the object store are read-only; structured, object and string arrays come back equal."""
import numpy as np
import ray

ray.init(num_cpus=1)


@ray.remote
def arrays():
    return np.arange(5), np.array(["a", "bc"]), np.array([None, 1], dtype=object), np.zeros(2, dtype="i4,f8")


@ray.remote
def writes(x):
    try:
        x += 1
    except ValueError as error:
        return str(error)
    return "written"


for array in ray.get(arrays.remote()):
    print(array.dtype, array.shape, array.flags.writeable)
print(ray.get(writes.remote(np.zeros(3))), ray.get(writes.remote(ray.put(np.zeros(200000)))))
