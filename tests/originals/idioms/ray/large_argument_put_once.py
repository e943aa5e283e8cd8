"""Exercise 8 of the tutorial: an array that many tasks use is put once."""
from __future__ import print_function
import numpy as np
import ray

ray.init(num_workers=2, redirect_output=True)
neural_net_weights = {"variable{}".format(i): np.arange(100000.0) + i for i in range(5)}


@ray.remote
def use_weights(weights, i):
    return sum(float(value.mean()) for value in weights.values()) + i


weights_id = ray.put(neural_net_weights)
print(ray.get([use_weights.remote(weights_id, i) for i in range(5)]))
