"""Remote functions over the script's globals, closures and modules: as they were when the function was sent."""
from __future__ import print_function
import math
import ray

FACTOR = 3


def helper(x):
    return FACTOR * x


@ray.remote
def f(x):
    return helper(x) + math.floor(2.5)


def make(offset):
    @ray.remote
    def add(x):
        return x + offset
    return add


ray.init(num_workers=1, redirect_output=True)
print(ray.get([f.remote(2), make(10).remote(1)]))


@ray.remote
def fibonacci(n):
    return n if n < 2 else sum(ray.get([fibonacci.remote(n - 1), fibonacci.remote(n - 2)]))


@ray.remote
def changes():
    global FACTOR
    FACTOR += 1
    return FACTOR


print(ray.get(fibonacci.remote(4)), ray.get(changes.remote()), FACTOR)
