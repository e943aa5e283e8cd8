"""GPUs that ray.init was told of are numbers, whether or not the machine has any."""
from __future__ import print_function
import os
import ray

ray.init(num_cpus=2, num_gpus=2, redirect_output=True)


@ray.remote(num_gpus=1)
def one():
    return len(ray.get_gpu_ids()), os.environ["CUDA_VISIBLE_DEVICES"] == str(ray.get_gpu_ids()[0])


@ray.remote(num_gpus=2)
class Two(object):
    def gpus(self):
        return sorted(ray.get_gpu_ids()), type(ray.get_gpu_ids()[0]).__name__


print(ray.get(one.remote()))
print(ray.get(Two.remote().gpus.remote()))
