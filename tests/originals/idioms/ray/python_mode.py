"""driver_mode=ray.PYTHON_MODE runs everything in the driver, at the call."""
from __future__ import print_function
import numpy as np
import ray

ray.init(driver_mode=ray.PYTHON_MODE)

calls = []


@ray.remote
def f(x):
    calls.append(x)
    return x + 1


@ray.remote
class Counter(object):
    def __init__(self):
        self.n = 0

    def add(self):
        self.n += 1
        calls.append("method")
        return self.n


result = f.remote(1)
print(calls)
print(ray.get(result), ray.get(ray.put("value")))
counter = Counter.remote()
print(ray.get([counter.add.remote(), counter.add.remote()]), calls)
print(ray.get([f.remote(i) for i in range(3)]), calls)
ready, rest = ray.wait([f.remote(i) for i in range(3)], num_returns=2)
print(len(ready), len(rest))
