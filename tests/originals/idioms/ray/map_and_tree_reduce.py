"""Patterns of the documentation: a map, and a reduction in pairs."""
from __future__ import print_function
import ray

ray.init(num_workers=2, redirect_output=True)


@ray.remote
def create_matrix(size):
    return list(range(size))


@ray.remote
def multiply(x, y):
    return sum(a * b for a, b in zip(x, y))


@ray.remote
def add(x, y):
    return x + y


print(ray.get(multiply.remote(create_matrix.remote(4), create_matrix.remote(4))))
ids = [add.remote(i, i) for i in range(8)]
while len(ids) > 1:
    ids = ids[2:] + [add.remote(ids[0], ids[1])]
print(ray.get(ids[0]))
values = [1, 2, 3, 4, 5, 6, 7, 8]
while len(values) > 1:
    values = [add.remote(values[0], values[1])] + values[2:]
print(ray.get(values[0]))
