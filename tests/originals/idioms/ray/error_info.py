"""ray.error_info() lists the failures of tasks: the tests of Ray 0.2."""
from __future__ import print_function
import time
import ray

ray.init(num_workers=2, driver_mode=ray.SILENT_MODE)


def wait_for_errors(kind, number):
    for _ in range(100):
        if len([error for error in ray.error_info() if error[b"type"] == kind]) >= number:
            return
        time.sleep(0.1)
    print("timed out")


@ray.remote
def throw_exception_fct1():
    raise Exception("Test function 1 intentionally failed.")


print(len(ray.error_info()))
throw_exception_fct1.remote()
throw_exception_fct1.remote()
wait_for_errors(b"task", 2)
for error in ray.error_info():
    print(error[b"type"], b"Test function 1 intentionally failed." in error[b"message"])
