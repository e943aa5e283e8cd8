# stack: 2020
"""Several results of methods and functions, options and _remote."""
import ray

ray.init(num_cpus=3, resources={"Custom": 2})


@ray.remote
class A:
    @ray.method(num_return_vals=2)
    def pair(self):
        return 1, 2

    def triple(self):
        return 1, 2, 3


@ray.remote(num_return_vals=2, max_calls=10)
def two(x):
    return x, -x


@ray.remote(resources={"Custom": 1}, num_cpus=1)
def custom():
    return "had the resource"


a = A.remote()
x, y = a.pair.remote()
print(ray.get([x, y]), ray.get(two.remote(4)), ray.get(custom.remote()))
print(ray.get(a.triple._remote(num_return_vals=3)))
print(ray.get(two.options(num_return_vals=2, num_cpus=2).remote(1)), ray.get(two._remote(args=[2], num_return_vals=2)))
b = A.options(num_cpus=1, resources={"Custom": 0.5}).remote()
print(ray.get(b.triple.remote()))
