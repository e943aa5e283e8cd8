# stack: 2020
"""ray.experimental: what its documentation named."""
import ray
from ray.experimental import internal_kv

ray.init(num_cpus=1)
print(internal_kv._internal_kv_initialized())
internal_kv._internal_kv_put("key", "value")
print(internal_kv._internal_kv_get("key"), internal_kv._internal_kv_get("none"))
