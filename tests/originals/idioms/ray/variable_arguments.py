"""*args of remote functions and of actors: the tests of Ray 0.2."""
from __future__ import print_function
import ray

ray.init(num_workers=1, redirect_output=True)


@ray.remote
def varargs_fct1(*a):
    return " ".join(map(str, a))


@ray.remote
def varargs_fct2(a, *b):
    return " ".join(map(str, b))


@ray.remote
class Actor(object):
    def __init__(self, arg0, arg1=2, *args):
        self.arg0, self.arg1, self.args = arg0, arg1, args

    def get_values(self, arg0, arg1=2, *args):
        return self.arg0 + arg0, self.arg1 + arg1, self.args, args


print(ray.get(varargs_fct1.remote(0, 1, 2)), "|", ray.get(varargs_fct2.remote(0, 1, 2)))
print(repr(ray.get(varargs_fct1.remote())), repr(ray.get(varargs_fct2.remote(0))))
print(ray.get(Actor.remote(1).get_values.remote(1)))
actor = Actor.remote(1, 2, 3, 4)
print(ray.get(actor.get_values.remote(1, 2, "c", ray.put("d"))))
