# stack: 2020
"""References: classes, text, hex, equality, pickling within values."""
import ray

ray.init(num_cpus=1)
x = ray.put([1, 2])
print(type(x).__name__, isinstance(x, ray.ObjectRef), isinstance(x, ray.ObjectID), ray.ObjectID is ray.ObjectRef)
print(str(x) == "ObjectRef(%s)" % x.hex(), x == ray.ObjectRef(x.binary()), hash(x) == hash(ray.ObjectRef(x.binary())))
print(ray.get(ray.get(ray.put({"inner": x}))["inner"]), x.is_nil(), ray.ObjectRef.nil().is_nil())


@ray.remote
def f():
    return 1


y = f.remote()
print(isinstance(y.task_id(), ray.TaskID), y == y, y != x, len({x, y, x}))
