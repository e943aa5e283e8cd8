import ray
ray.init(num_workers=2, redirect_output=True)

@ray.remote
def add(a, b=1):
    return a + b

first = add.remote(1)
print(ray.get([add.remote(first), add.remote(first, 5)]))
