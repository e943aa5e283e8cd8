# stack: 2020
"""An actor with several threads."""
import threading
import ray

ray.init(num_cpus=1)


@ray.remote
class Barrier:
    def __init__(self):
        self.barrier = threading.Barrier(2)

    def meet(self):
        self.barrier.wait(30)
        return "met"


barrier = Barrier.options(max_concurrency=2).remote()
print(ray.get([barrier.meet.remote(), barrier.meet.remote()]))
