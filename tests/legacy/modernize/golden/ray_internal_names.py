import ray
from ray.utils import random_string

ray.init(num_cpus=1, log_to_driver=False, include_webui=False)
object_id = ray.put([1, 2])
print(ray.get(object_id), len(random_string()) > 0)
print(ray.is_initialized())
ray.shutdown()
