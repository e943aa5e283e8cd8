# stack: 2020
"""local_mode=True runs everything in the driver, in the order of the calls."""
import ray

ray.init(local_mode=True)
calls = []


@ray.remote
def f(x):
    calls.append(x)
    return x + 1


@ray.remote
class Counter:
    def __init__(self):
        self.n = 0

    def add(self, by=1):
        self.n += by
        calls.append("method")
        return self.n


first = f.remote(1)
print(calls, ray.get(first), ray.get(f.remote(first)))
counter = Counter.remote()
print(ray.get([counter.add.remote(), counter.add.remote(by=3)]), calls)
ready, rest = ray.wait([f.remote(i) for i in range(3)], num_returns=2)
print(sorted(ray.get(ready + rest)), len(ready), ray.get(ray.put("x")))


@ray.remote(num_return_vals=2)
def two():
    return 1, 2


@ray.remote
def fail():
    raise ValueError("in the driver")


print(ray.get(two.remote()))
try:
    ray.get(fail.remote())
except ValueError as error:
    print(type(error).__name__, "in the driver" in str(error))
