"""ray.init a second time, and calls before the first."""
from __future__ import print_function
import ray

ray.init(num_workers=1, redirect_output=True)
try:
    ray.init(num_workers=1, redirect_output=True)
except Exception as error:
    print("a second ray.init is refused")
print(ray.get(ray.put(1)))
