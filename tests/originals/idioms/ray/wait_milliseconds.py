"""The timeout of ray.wait was in milliseconds until Ray 0.6."""
from __future__ import print_function
import time
import ray

ray.init(num_workers=3, num_cpus=3, redirect_output=True)


@ray.remote
def f(delay):
    time.sleep(delay)
    return delay


ray.get([f.remote(0.2) for _ in range(3)])
ids = [f.remote(0.1), f.remote(4)]
start = time.time()
ready, remaining = ray.wait(ids, num_returns=2, timeout=1500)
took = time.time() - start
print(ray.get(ready), len(remaining), 1 < took < 20)
ready, remaining = ray.wait(remaining, timeout=10)
print(ready, len(remaining))
