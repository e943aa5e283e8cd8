"""An actor goes on after a method that failed."""
from __future__ import print_function
import ray

ray.init(num_workers=1, driver_mode=ray.SILENT_MODE)


@ray.remote
class FailedActor(object):
    def __init__(self):
        self.calls = 0

    def fail_method(self):
        self.calls += 1
        raise Exception("Actor method failed.")

    def get_calls(self):
        return self.calls


actor = FailedActor.remote()
for _ in range(2):
    try:
        ray.get(actor.fail_method.remote())
    except Exception as error:
        print(type(error).__name__, "Actor method failed." in str(error), "fail_method" in str(error))
print(ray.get(actor.get_calls.remote()))
