# stack: 2020
"""ray.util.iter."""
import ray
from ray.util import iter as parallel

ray.init(num_cpus=2)
it = parallel.from_range(6, num_shards=2).for_each(lambda x: x * 2).batch(2)
print(sorted(it.gather_sync()))
print(list(parallel.from_items([1, 2, 3, 4], num_shards=1).filter(lambda x: x % 2 == 0).gather_sync()))
