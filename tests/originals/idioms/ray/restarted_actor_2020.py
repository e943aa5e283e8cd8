# stack: 2020
"""max_restarts and max_task_retries: an actor that dies starts anew."""
import os
import ray

ray.init(num_cpus=1, log_to_driver=False)


@ray.remote(max_restarts=1, max_task_retries=-1)
class A:
    def __init__(self, died):
        self.n = 0
        self.died = died

    def add(self):
        self.n += 1
        if self.n == 3 and not os.path.exists(self.died):
            open(self.died, "w").close()
            os._exit(0)
        return self.n


a = A.remote(os.path.abspath("died"))
print([ray.get(a.add.remote()) for _ in range(4)])
