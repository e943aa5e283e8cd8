"""Exercise 4 of the tutorial: actors keep their state, and their methods run in the order of the calls."""
from __future__ import print_function
import ray

ray.init(num_workers=2, redirect_output=True)


@ray.remote
class Counter(object):
    def __init__(self, start=0):
        self.value = start

    def increment(self, by=1):
        self.value += by
        return self.value

    def reset(self):
        self.value = 0


first, second = Counter.remote(), Counter.remote(10)
print(ray.get([first.increment.remote() for _ in range(3)]))
print(ray.get([second.increment.remote(by=5), second.increment.remote(2)]))
print(ray.get(first.reset.remote()))
print(ray.get(first.increment.remote()))
