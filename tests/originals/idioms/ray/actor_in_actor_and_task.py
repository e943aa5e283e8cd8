"""Actors made within tasks and actors: the tests of Ray 0.2."""
from __future__ import print_function
import ray

ray.init(num_cpus=10, redirect_output=True)


@ray.remote
class Actor1(object):
    def __init__(self, x):
        self.x = x

    def new_actor(self, z):
        @ray.remote
        class Actor2(object):
            def __init__(self, x):
                self.x = x

            def get_value(self):
                return self.x

        self.actor2 = Actor2.remote(z)

    def get_values(self, z):
        self.new_actor(z)
        return self.x, ray.get(self.actor2.get_value.remote())


@ray.remote
def f(x, n):
    @ray.remote
    class Actor3(object):
        def __init__(self, x):
            self.x = x

        def get_value(self):
            return self.x

    actor = Actor3.remote(x)
    return ray.get([actor.get_value.remote() for _ in range(n)])


actor1 = Actor1.remote(3)
print(ray.get(actor1.get_values.remote(5)))
print(ray.get(f.remote(3, 2)))
