"""Exercise 5 of the tutorial: handles of actors as arguments of tasks and of other actors."""
from __future__ import print_function
import ray

ray.init(num_workers=2, redirect_output=True)


@ray.remote
class LoggingActor(object):
    def __init__(self):
        self.logs = {}

    def log(self, index, message):
        self.logs.setdefault(index, []).append(message)

    def get_logs(self):
        return sorted(self.logs.items())


@ray.remote
class Holder(object):
    def __init__(self, other):
        self.other = other

    def pass_on(self, index, message):
        return ray.get(self.other.log.remote(index, message))


@ray.remote
def run_experiment(index, logging_actor):
    for i in range(3):
        ray.get(logging_actor.log.remote(index, "On iteration {}".format(i)))
    return index


logging_actor = LoggingActor.remote()
print(ray.get([run_experiment.remote(i, logging_actor) for i in range(2)]))
holder = Holder.remote(logging_actor)
print(ray.get(holder.pass_on.remote(2, "from another actor")))
for index, messages in ray.get(logging_actor.get_logs.remote()):
    print(index, messages)
