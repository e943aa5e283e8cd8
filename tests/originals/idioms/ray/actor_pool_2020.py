# stack: 2020
"""ray.util.ActorPool, of its own documentation."""
import ray
from ray.util import ActorPool

ray.init(num_cpus=2)


@ray.remote
class Actor:
    def double(self, v):
        return 2 * v


a1, a2 = Actor.remote(), Actor.remote()
pool = ActorPool([a1, a2])
print(list(pool.map(lambda a, v: a.double.remote(v), [1, 2, 3, 4])))
print(sorted(pool.map_unordered(lambda a, v: a.double.remote(v), [1, 2, 3, 4])))
pool.submit(lambda a, v: a.double.remote(v), 1)
pool.submit(lambda a, v: a.double.remote(v), 2)
print(pool.get_next(), pool.has_next(), pool.get_next(), pool.has_next())
