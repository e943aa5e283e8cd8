"""Exercise 2 of the tutorial: object IDs as arguments of tasks."""
from __future__ import division, print_function
import ray

ray.init(num_workers=2, redirect_output=True)


@ray.remote
def load_data(filename):
    return list(range(10))


@ray.remote
def normalize_data(data):
    return [number / 10 for number in data]


@ray.remote
def extract_features(normalized):
    return 2 * normalized


@ray.remote
def compute_loss(features, offset=0):
    return sum(features) + offset


losses = []
for filename in ["file1", "file2", "file3"]:
    inner = normalize_data.remote(load_data.remote(filename))
    losses.append(compute_loss.remote(extract_features.remote(inner), offset=len(losses)))
print(ray.get(losses))
print([round(loss, 6) for loss in ray.get(losses)])
