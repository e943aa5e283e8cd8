# stack: 2020
"""An actor whose constructor fails."""
import ray

ray.init(num_cpus=1, log_to_driver=False)


@ray.remote
class Broken:
    def __init__(self):
        raise ValueError("no such game")

    def f(self):
        return 1


broken = Broken.remote()
try:
    print(ray.get(broken.f.remote()))
except ray.exceptions.RayError as error:
    print("no such game" in str(error))
