"""ray.worker.global_worker.run_function_on_all_workers: the driver has run it as well, and so has each worker."""
from __future__ import print_function
import sys
import ray

ray.init(num_workers=2, redirect_output=True)


def f(worker_info):
    sys.path.append("fake_directory")


ray.worker.global_worker.run_function_on_all_workers(f)


@ray.remote
def get_path():
    return sys.path[-1]


print(ray.get([get_path.remote() for _ in range(3)]))
