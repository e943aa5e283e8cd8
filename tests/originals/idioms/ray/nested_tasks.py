"""Exercise 3 of the tutorial: tasks that submit tasks, and object IDs within lists, which are not replaced."""
from __future__ import print_function
import ray

ray.init(num_workers=2, redirect_output=True)


@ray.remote
def compute_gradient(data, current_parameters):
    return sum(data) * current_parameters


@ray.remote
def train_model(hyperparameters):
    result = 1
    for _ in range(2):
        result += sum(ray.get([compute_gradient.remote([j, 1], result) for j in range(2)]))
    return result


@ray.remote
def identity(x):
    return x


@ray.remote
def type_of_first(items):
    return isinstance(items[0], int), ray.get(items[0])


print(ray.get([train_model.remote({"learning_rate": 0.1, "batch_size": 100}) for _ in range(2)]))
inner = ray.put(7)
print(ray.get(type_of_first.remote([inner])))
print(ray.get(identity.remote(inner)))
print(ray.get(ray.get(identity.remote([inner]))[0]))
