# stack: 2020
"""ray.internal.free, and weak references of ray.put."""
import ray

ray.init(num_cpus=1)
x = ray.put([1] * 10)
print(ray.get(x) == [1] * 10)
ray.internal.free([x])
y = ray.put("kept", weakref=True)
print(ray.get(y))
