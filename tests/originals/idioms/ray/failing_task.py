"""A task that fails: ray.get raises ray.worker.RayGetError, whose text has the task's name, traceback and error."""
from __future__ import print_function
import ray

ray.init(num_workers=2, driver_mode=ray.SILENT_MODE)


@ray.remote
def throw_exception_fct1():
    raise Exception("Test function 1 intentionally failed.")


@ray.remote(num_return_vals=3)
def throw_exception_fct3(x):
    raise ValueError("Test function 3 intentionally failed.")


try:
    ray.get(throw_exception_fct1.remote())
except Exception as e:
    print(type(e).__name__, "Test function 1 intentionally failed." in str(e), "throw_exception_fct1" in str(e))
for object_id in throw_exception_fct3.remote(1):
    try:
        ray.get(object_id)
    except ray.worker.RayGetError as e:
        print("Test function 3 intentionally failed." in str(e), "Traceback (most recent call last):" in str(e))
