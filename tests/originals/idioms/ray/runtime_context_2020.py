# stack: 2020
"""Where am I: the runtime context, the modes, the worker's."""
import ray

ray.init(num_cpus=1)
print(ray.worker.global_worker.mode == ray.SCRIPT_MODE, ray.worker.global_worker.connected)


@ray.remote
def f():
    return ray.worker.global_worker.mode == ray.WORKER_MODE, ray.is_initialized()


print(ray.get(f.remote()), ray.LOCAL_MODE)
print(type(ray.services.get_node_ip_address()).__name__)
