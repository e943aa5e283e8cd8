"""Object IDs: equality, hash, as keys, and the text of their class."""
from __future__ import print_function
import ray

ray.init(num_workers=1, redirect_output=True)


@ray.remote
def f():
    return 1


x, y = f.remote(), f.remote()
results = {x: "x", y: "y"}
print(x == x, x == y, x != y, results[x], results[y], x in [y, x], [y, x].index(x))
ready, _ = ray.wait([x])
print(ready[0] == x, results[ready[0]], len(set([x, y, ready[0]])))
print(ray.get([x, y, x]))
