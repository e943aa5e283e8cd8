# stack: 2020
"""What ray.get raises is of the task's own class, too."""
import ray

ray.init(num_cpus=2)


class Own(Exception):
    def __init__(self, code):
        Exception.__init__(self, "code %d" % code)
        self.code = code


@ray.remote
def fail(kind):
    if kind == "value":
        raise ValueError("a value")
    if kind == "key":
        return {}["missing"]
    raise Own(3)


for kind in ["value", "key", "own"]:
    try:
        ray.get(fail.remote(kind))
    except (ValueError, KeyError, Own) as error:
        print(type(error).__name__, isinstance(error, ray.exceptions.RayTaskError), str(error).splitlines()[-1])
        print(isinstance(error, ray.exceptions.RayError), error.cause_cls.__name__, error.function_name.split(".")[-1])
