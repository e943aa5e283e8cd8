# stack: 2020
"""ray.is_initialized, ray.shutdown, ignore_reinit_error."""
import ray

print(ray.is_initialized())
ray.init(num_cpus=2)
print(ray.is_initialized())
try:
    ray.init(num_cpus=2)
except RuntimeError as error:
    print("RuntimeError")
ray.init(num_cpus=2, ignore_reinit_error=True)
ray.shutdown()
print(ray.is_initialized())
ray.shutdown()
ray.init(num_cpus=1, log_to_driver=False)
print(ray.get(ray.put(3)))
