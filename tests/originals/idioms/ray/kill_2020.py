# stack: 2020
"""ray.kill, exit_actor, and what calls to a dead actor raise."""
import ray

ray.init(num_cpus=2)


@ray.remote
class A:
    def __init__(self):
        self.n = 1

    def f(self):
        return self.n

    def leave(self):
        ray.actor.exit_actor()


a = A.remote()
print(ray.get(a.f.remote()))
ray.kill(a)
try:
    while True:
        ray.get(a.f.remote())
except ray.exceptions.RayActorError as error:
    print("RayActorError")
b = A.remote()
try:
    ray.get(b.leave.remote())
    ray.get(b.f.remote())
except ray.exceptions.RayActorError as error:
    print("RayActorError")
