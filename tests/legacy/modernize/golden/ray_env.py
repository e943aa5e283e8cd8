import ray

ray.init(num_workers=1)
ray.env.table = ray.EnvironmentVariable(lambda: {"calls": 0})


@ray.remote(num_return_vals=2)
def count(n):
    ray.env.table["calls"] += n
    return n, ray.env.table["calls"]


first, second = count.remote(2)
print(ray.get(first), ray.get(second))
