"""Exercise 1 of the tutorial: tasks run in any order, and their results come in the order asked for."""
from __future__ import print_function
import time
import ray

ray.init(num_workers=2, redirect_output=True)


@ray.remote
def slow_function(i):
    time.sleep(0.1 * (3 - i))
    return i


print(ray.get([slow_function.remote(i) for i in range(4)]))
print(ray.get(slow_function.remote(2)))
print(ray.get([]))
