import ray
import numpy as np


@ray.remote
class ParameterServer(object):
    def __init__(self, keys, values):
        self.weights = dict(zip(keys, values))

    def push(self, keys, values):
        for key, value in zip(keys, values):
            self.weights[key] += value

    def pull(self, keys):
        return [self.weights[key] for key in keys]


ray.init(num_cpus=1, object_store_memory=100 * 1024 * 1024)
ps = ParameterServer.remote(["a"], [np.zeros(2)])
ps.push.remote(["a"], [np.ones(2)])
print(ray.get(ps.pull.remote(["a"])))
print(ray.get_gpu_ids())
