# stack: 2020
"""The parameter server of the documentation, in order."""
import numpy as np
import ray

ray.init(num_cpus=3)


@ray.remote
class ParameterServer(object):
    def __init__(self, dim):
        self.params = np.zeros(dim)

    def get_params(self):
        return self.params

    def update_params(self, grad):
        self.params += grad


@ray.remote
def worker(ps, index):
    for i in range(3):
        params = ray.get(ps.get_params.remote())
        grad = np.ones(4) * (index + 1)
        ray.get(ps.update_params.remote(grad))
    return params.shape


ps = ParameterServer.remote(4)
print(ray.get([worker.remote(ps, i) for i in range(2)]))
print(ray.get(ps.get_params.remote()))
