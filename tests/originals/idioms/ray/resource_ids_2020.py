# stack: 2020
"""The resources that a task holds."""
import ray

ray.init(num_cpus=2, num_gpus=1)


@ray.remote(num_cpus=1, num_gpus=1)
def f():
    return sorted(ray.get_resource_ids()), ray.get_gpu_ids()


names, gpus = ray.get(f.remote())
print([name for name in names if name in ("CPU", "GPU")], gpus)
