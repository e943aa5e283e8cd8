"""ray.register_custom_serializer with the forms of Ray 0.2."""
from __future__ import print_function
import ray

ray.init(num_workers=1, redirect_output=True)


class Foo(object):
    def __init__(self, value):
        self.value = value


class Bar(object):
    def __init__(self, value):
        self.value = value


class Baz(object):
    def __init__(self, value):
        self.value = value


@ray.remote
def f(x):
    return x


ray.register_custom_serializer(Foo, use_pickle=True)
ray.register_custom_serializer(Bar, use_dict=True)
ray.register_custom_serializer(
    Baz, serializer=lambda baz: (baz.value, "made"), deserializer=lambda pair: Baz([pair[0], pair[1]]))
print(ray.get(f.remote(Foo(1))).value, ray.get(f.remote(Bar(2))).value, ray.get(ray.put(Baz(3))).value)
