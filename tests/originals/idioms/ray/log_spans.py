"""ray.log_event and ray.log_span in the driver and in tasks."""
from __future__ import print_function
import ray

ray.init(num_workers=1, redirect_output=True)


@ray.remote
def f():
    with ray.log_span("inner", contents={"a": 1}):
        ray.log_event("event")
    return 1


with ray.log_span("outer"):
    print(ray.get(f.remote()))
ray.flush_log()
