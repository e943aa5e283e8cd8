# stack: 2020
"""ray.util.multiprocessing.Pool."""
import ray
from ray.util.multiprocessing import Pool

ray.init(num_cpus=2)


def f(index):
    return index * index


pool = Pool(2)
print(pool.map(f, range(5)))
print(pool.apply(f, (7,)), pool.starmap(lambda x, y: x + y, [(1, 2), (3, 4)]))
pool.close()
pool.join()
