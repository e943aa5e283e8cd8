# stack: 2020
"""Async methods, await of references, max_concurrency."""
import asyncio
import ray

ray.init(num_cpus=2)


@ray.remote
def task():
    return 5


@ray.remote
class AsyncActor:
    def __init__(self):
        self.event = asyncio.Event()

    async def waiting(self):
        await self.event.wait()
        return "woken"

    async def wake(self):
        self.event.set()
        return await task.remote()


actor = AsyncActor.options(max_concurrency=3).remote()
waiting = actor.waiting.remote()
print(ray.get(actor.wake.remote()), ray.get(waiting))


async def main():
    return await task.remote(), await asyncio.gather(task.remote(), task.remote())


print(asyncio.get_event_loop().run_until_complete(main()))
