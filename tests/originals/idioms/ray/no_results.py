"""A remote function that returns nothing; and num_return_vals=0, whose call returns nothing to get."""
from __future__ import print_function
import ray

ray.init(num_workers=1, redirect_output=True)


@ray.remote
def nothing():
    pass


@ray.remote(num_return_vals=0)
def none_at_all():
    pass


print(ray.get(nothing.remote()))
print(none_at_all.remote())
