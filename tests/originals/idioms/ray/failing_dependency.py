"""A task whose argument could not be computed fails as well, and so does the list that it is in."""
from __future__ import print_function
import ray

ray.init(num_workers=2, driver_mode=ray.SILENT_MODE)


@ray.remote
def fail():
    raise Exception("the first one failed")


@ray.remote
def use(x):
    return x


for ids in [use.remote(fail.remote()), [ray.put(1), fail.remote()]]:
    try:
        print(ray.get(ids))
    except Exception as error:
        print(type(error).__name__, "the first one failed" in str(error))
ready, rest = ray.wait([fail.remote()])
print(len(ready), rest)
