# stack: 2020
"""ray.experimental.queue.Queue with its exceptions."""
import ray
from ray.experimental.queue import Empty, Full, Queue

ray.init(num_cpus=2)
queue = Queue(maxsize=2)
for i in range(2):
    queue.put(i)
print(queue.qsize(), queue.full(), len(queue))
try:
    queue.put_nowait(3)
except Full:
    print("Full")
print(queue.get(), queue.get(timeout=1))
try:
    queue.get_nowait()
except Empty:
    print("Empty")


@ray.remote
def producer(queue):
    for i in range(3):
        queue.put(i * i)


queue = Queue()
ray.get(producer.remote(queue))
print([queue.get() for _ in range(3)])
