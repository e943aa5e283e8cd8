# stack: 2020
"""ray.register_custom_serializer in the form of 0.8."""
import ray

ray.init(num_cpus=1)


class A(object):
    def __init__(self, value):
        self.value = value


def serializer(a):
    return {"value": a.value}


def deserializer(data):
    return A(data["value"] + 1)


ray.register_custom_serializer(A, serializer=serializer, deserializer=deserializer)
print(ray.get(ray.put(A(1))).value)


@ray.remote
def f(a):
    return a.value


print(ray.get(f.remote(A(5))))
