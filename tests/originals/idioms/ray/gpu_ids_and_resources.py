"""Resources of tasks and actors, where there are no GPUs."""
from __future__ import print_function
import ray

ray.init(num_cpus=2, num_gpus=0, redirect_output=True)


@ray.remote(num_cpus=2, num_gpus=0)
def gpus():
    return ray.get_gpu_ids()


@ray.remote(num_cpus=1)
class Actor(object):
    def gpus(self):
        return list(ray.get_gpu_ids())


print(ray.get(gpus.remote()), ray.get(Actor.remote().gpus.remote()))
