# stack: 2020
"""Named and detached actors, and ray.get_actor."""
import ray

ray.init(num_cpus=2)


@ray.remote
class Counter:
    def __init__(self, n=0):
        self.n = n

    def add(self):
        self.n += 1
        return self.n


counter = Counter.options(name="CounterActor").remote(5)
print(ray.get(counter.add.remote()))
same = ray.get_actor("CounterActor")
print(ray.get(same.add.remote()))
try:
    ray.get_actor("nobody")
except ValueError as error:
    print("ValueError")
detached = Counter.options(name="kept", detached=True).remote()
kept = ray.get_actor("kept")
print(ray.get(kept.add.remote()))
try:
    Counter.options(name="kept").remote()
except ValueError as error:
    print("ValueError")


@ray.remote
def in_a_task():
    kept = ray.get_actor("kept")
    return ray.get(kept.add.remote())


print(ray.get(in_a_task.remote()))
