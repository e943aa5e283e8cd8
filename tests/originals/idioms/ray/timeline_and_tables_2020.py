# stack: 2020
"""ray.timeline, ray.jobs, ray.actors, ray.objects as functions of the top module."""
import ray

ray.init(num_cpus=1)


@ray.remote
def f():
    with ray.profile("own", extra_data={"name": "x"}):
        return 1


print(ray.get(f.remote()))
print(type(ray.timeline()).__name__, type(ray.actors()).__name__, type(ray.errors()).__name__)
print(len(ray.jobs()))
