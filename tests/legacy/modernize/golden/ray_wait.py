import ray
import time

ray.init(redis_address=None, num_workers=2)


@ray.remote
def work(seconds):
    time.sleep(seconds)
    return seconds


ids = [work.remote(0.1), work.remote(5)]
ready, waiting = ray.wait(ids, num_returns=1, timeout=2000)
print(len(ready), len(waiting))
