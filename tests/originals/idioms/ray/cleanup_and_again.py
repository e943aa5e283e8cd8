"""ray.worker.cleanup() ends the session, and another one can begin."""
from __future__ import print_function
import ray

for number in range(2):
    ray.init(num_workers=1, redirect_output=True)

    @ray.remote
    def f():
        return number

    print(ray.get(f.remote()))
    ray.worker.cleanup()
