# stack: 2020
"""What can be remote: lambdas, partial results, classes made afterwards; and what is refused."""
import ray

ray.init(num_cpus=2)
square = ray.remote(lambda x: x * x)
print(ray.get([square.remote(i) for i in range(3)]))


class Plain:
    def __init__(self, x):
        self.x = x

    def get(self):
        return self.x


RemotePlain = ray.remote(num_cpus=1)(Plain)
plain = RemotePlain.remote(3)
print(ray.get(plain.get.remote()), Plain(4).get())
for attempt in [lambda: plain.get(), lambda: ray.get("x")]:
    try:
        attempt()
        print("accepted")
    except Exception as error:
        print(type(error).__name__)
