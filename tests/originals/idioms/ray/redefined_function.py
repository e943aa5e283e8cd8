"""Functions of the same name: each reference keeps the one it was made from."""
from __future__ import print_function
import ray

ray.init(num_workers=1, redirect_output=True)
results = []
for i in range(3):
    @ray.remote
    def f(i=i):
        return i
    results.append(f.remote())


@ray.remote
def f():
    return "last"


results.append(f.remote())
print(ray.get(results))
