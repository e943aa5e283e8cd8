"""Arrays come from the object store without a copy, read-only; so do those within other values."""
from __future__ import print_function
import numpy as np
import ray

ray.init(num_workers=1, redirect_output=True)


@ray.remote
def zeros():
    return {"W1": np.zeros((2, 3)), "W2": [np.ones(2, np.float32)]}


@ray.remote
def change(x):
    x[0] = 5
    return x


model = ray.get(zeros.remote())
print(model["W1"].flags.writeable, model["W2"][0].flags.writeable, model["W1"].shape, model["W2"][0].dtype)
for attempt in [lambda: model["W1"].fill(1), lambda: model["W2"][0].sort()]:
    try:
        attempt()
    except ValueError as error:
        print("ValueError:", error)
own = model["W1"].copy()
own += 1
print(own.sum(), (model["W1"] + 1).flags.writeable)
array = np.arange(4)
put = ray.put(array)
array[0] = 9
print(ray.get(put), ray.get(put).flags.writeable)
