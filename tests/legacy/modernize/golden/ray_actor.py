import ray


@ray.actor
class Counter(object):
    def __init__(self, start):
        self.value = start

    def add(self, n):
        self.value += n
        return self.value


ray.init(num_cpus=1, redirect_output=True)
counter = Counter(3)
print(ray.get(counter.add(4)))
