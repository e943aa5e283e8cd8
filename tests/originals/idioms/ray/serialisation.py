"""Values that go through the object store and come back: the tests of Ray 0.2."""
from __future__ import print_function
import collections
import numpy as np
import ray

ray.init(num_workers=1, redirect_output=True)

Point = collections.namedtuple("Point", ["x", "y"])


class Foo(object):
    def __init__(self, value=0):
        self.value = value

    def __eq__(self, other):
        return type(self) is type(other) and other.value == self.value


class SubFoo(Foo):
    def __init__(self):
        Foo.__init__(self, 3)
        self.other = [Foo(1)]


class CustomError(Exception):
    pass


@ray.remote
def f(x):
    return x


values = [
    0, 0.0, 0.9, 1 << 62, 1 << 100, "a", u"\u262F", b"bytes", None, True, (1, "a"), [], {}, {(1, 2): 3}, set([1, 2]),
    complex(1, 2), np.array([1, "a", None], dtype=object), np.zeros((2, 0)),
    collections.OrderedDict([("b", 1), ("a", 2)]), collections.defaultdict(int, a=1), Point(1, 2), Foo(2), SubFoo(),
    np.random.RandomState(3).normal(size=3), slice(1, 2), range(3), frozenset("a"), int, Foo,
]
for value in values:
    back = ray.get(f.remote(ray.put(value)))
    print(type(value).__name__, type(back) is type(value), np.array_equal(back, value) or back == value)
print(ray.get(f.remote(lambda x: x + 1))(1), type(ray.get(ray.put(CustomError("x")))).__name__)
