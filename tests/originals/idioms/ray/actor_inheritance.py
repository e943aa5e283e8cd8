"""Actors of derived classes, static values and helper methods: the tests of Ray 0.2."""
from __future__ import print_function
import ray

ray.init(num_workers=1, redirect_output=True)


class Foo(object):
    limit = 3

    def __init__(self, x):
        self.x = x

    def f(self):
        return self.x

    def g(self, y):
        return self.x + y


@ray.remote
class Actor(Foo):
    def __init__(self, x):
        Foo.__init__(self, x)

    def get_value(self):
        return self.f()

    def limited(self):
        return min(self.limit, self._double())

    def _double(self):
        return 2 * self.x


actor = Actor.remote(1)
print(ray.get([actor.get_value.remote(), actor.g.remote(5), actor.limited.remote()]))
