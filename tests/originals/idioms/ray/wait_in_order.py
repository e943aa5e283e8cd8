"""Exercise 6 of the tutorial: ray.wait gives results as they come."""
from __future__ import print_function
import time
import ray

ray.init(num_workers=3, num_cpus=3, redirect_output=True)


@ray.remote
def f(delay):
    time.sleep(delay)
    return delay


warm = ray.get([f.remote(0.1) for _ in range(3)])
delays = [0.9, 0.5, 0.1]
remaining = [f.remote(delay) for delay in delays]
while remaining:
    ready, remaining = ray.wait(remaining)
    print(len(ready), ray.get(ready), len(remaining))

ids = [ray.put(i) for i in range(4)]
ready, rest = ray.wait(ids, num_returns=2)
print(len(ready), sorted(ray.get(ready + rest)), set(ready) | set(rest) == set(ids))
ready, rest = ray.wait(ids, num_returns=4)
print(sorted(ray.get(ready)), rest)
