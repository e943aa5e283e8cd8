"""num_return_vals, with results taken apart at the call."""
from __future__ import print_function
import ray

ray.init(num_workers=2, redirect_output=True)


@ray.remote(num_return_vals=3)
def three(x):
    return x, x + 1, x + 2


@ray.remote(num_return_vals=1)
def one():
    return (1, 2)


@ray.remote(num_return_vals=2)
def pair():
    return [[1], {"a": 2}]


a, b, c = three.remote(5)
print(ray.get(a), ray.get(b), ray.get(c))
print(ray.get(three.remote(1)), ray.get(one.remote()), type(ray.get(one.remote())).__name__)
print(ray.get(pair.remote()))
ids = three.remote(c)
print(len(ids), ray.get(ids[::-1]))
