"""Until 2018 ray.get raised one class of error, whatever the task had raised."""
from __future__ import print_function
import ray

ray.init(num_workers=1, driver_mode=ray.SILENT_MODE)


@ray.remote
def divide(a, b):
    return a / b


try:
    ray.get(divide.remote(1, 0))
except ZeroDivisionError:
    print("the task's own class")
except Exception as error:
    print("another class:", type(error).__name__, isinstance(error, ray.worker.RayGetError))
