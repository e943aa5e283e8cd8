"""What was raised for calls that don't fit the signature, and for straight calls."""
from __future__ import print_function
import ray

ray.init(num_workers=1, redirect_output=True)


@ray.remote
def f(a, b=2):
    return a + b


@ray.remote
class Actor(object):
    def __init__(self, x):
        self.x = x

    def method(self, y):
        return self.x + y


def attempt(call):
    try:
        return call()
    except Exception:
        return "raised"


print(attempt(lambda: f.remote()))
print(attempt(lambda: f.remote(1, 2, 3)))
print(attempt(lambda: f.remote(1, c=3)))
print(attempt(lambda: ray.get(f.remote(1, b=3))))
actor = Actor.remote(1)
print(attempt(lambda: actor.method.remote()))
print(attempt(lambda: actor.method.remote(1, 2)))
print(attempt(lambda: actor.method(1)))
print(attempt(lambda: actor.no_such_method.remote(1)))
print(attempt(lambda: ray.get(1)))
