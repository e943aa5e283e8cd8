# stack: 2020
"""ray.get with a timeout, in seconds; ray.wait likewise."""
import time
import ray

ray.init(num_cpus=2)


@ray.remote
def slow(seconds):
    time.sleep(seconds)
    return seconds


ray.get([slow.remote(0.1), slow.remote(0.1)])
reference = slow.remote(6)
try:
    ray.get(reference, timeout=0.2)
except ray.exceptions.RayTimeoutError as error:
    print("RayTimeoutError")
start = time.time()
ready, rest = ray.wait([reference, slow.remote(0.1)], num_returns=2, timeout=1.5)
print(ray.get(ready), len(rest), 1 < time.time() - start < 20)
