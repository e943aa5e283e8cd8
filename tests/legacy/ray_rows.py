# mypy: disable-error-code="untyped-decorator,attr-defined,func-returns-value"
# What the decorators of old scripts make has no type.
"""What Ray has been, row by row: what a script says, and what comes of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import ray as today
from ray_session import ray

from pong_pg.legacy.read import settings

SETTINGS = settings.Settings(wait_in_milliseconds=True, step_values=5)


def push_and_pull() -> Any:
    return ray.pull(ray.push([1, "two"])), ray.get([ray.put(3), ray.put(4)])


def typed_with_one_result() -> Any:
    @ray.remote([int], [tuple])
    def pair(x: int) -> Any:
        return x, x + 1

    return ray.get(pair(3))


def typed_with_two_results_called_straight() -> Any:
    @ray.remote([dict], [dict, "float"])
    def compute_gradient(model: Any) -> Any:
        return model, 2.5

    gradient, reward = compute_gradient(ray.put({"W1": 1}))
    return ray.get(gradient), ray.get(reward)


def typed_without_results() -> Any:
    @ray.remote([int], [])
    def nothing(x: int) -> Any:
        return None

    return nothing(1)


def num_return_vals() -> Any:
    @ray.remote(num_return_vals=2)
    def two() -> Any:
        return 1, 2

    return [ray.get(reference) for reference in two.remote()]


def num_return_vals_of_one_call() -> Any:
    @ray.remote
    def three() -> Any:
        return 1, 2, 3

    by_name = three._remote(args=[], kwargs={}, num_return_vals=3)
    by_old_name = three._submit(args=[], num_return_vals=3)
    by_options = three.options(num_return_vals=3).remote()
    return [ray.get(one) for one in (by_name, by_old_name, by_options)]


def decorated_afterwards() -> Any:
    def double(x: int) -> int:
        return 2 * x

    class Doubler:
        def double(self, x: int) -> int:
            return 2 * x

    remote_double, doubler = ray.remote(double), ray.remote(num_cpus=0)(Doubler).remote()
    return double(1), ray.get(remote_double.remote(2)), ray.get(doubler.double.remote(3))


def keyword_and_default_arguments() -> Any:
    @ray.remote
    def f(a: int, b: int = 10, *rest: int, c: int = 100, **more: int) -> Any:
        return a, b, rest, c, more

    return ray.get([f(1), f.remote(1, 2, 3, c=4, d=5), f(b=2, a=1)])


def recursion() -> Any:
    @ray.remote
    def factorial(n: int) -> int:
        return 1 if n == 0 else n * ray.get(factorial(n - 1))

    return ray.get(factorial(3))


def a_remote_function_as_argument_and_in_a_closure() -> Any:
    @ray.remote
    def add(x: int, y: int) -> int:
        return x + y

    @ray.remote
    def both(function: Any) -> Any:
        return ray.get([function(1, 2), add.remote(3, 4)])

    return ray.get(both(add))


def a_generator() -> Any:
    @ray.remote(num_returns=3)
    def three() -> Any:
        yield from range(3)

    return ray.get(three.remote())


def documented() -> Any:
    @ray.remote
    def f() -> None:
        """What it does."""

    return f.__doc__, f.func_doc, f.func_name, f.__name__


def actor_called_straight() -> Any:
    @ray.actor
    class PongEnv:
        def __init__(self, start: int) -> None:
            self.games = start

        def compute_gradient(self, model: Any) -> Any:
            self.games += 1
            return model, self.games

    actor = PongEnv(5)
    model = ray.put("model")
    first, second = actor.compute_gradient(model), actor.compute_gradient.remote(model)
    return ray.get(first), ray.get(second)


def actor_with_options_and_two_results() -> Any:
    @ray.actor(num_cpus=0, checkpoint_interval=3)
    class A:
        @ray.method(num_return_vals=2)
        def two(self) -> Any:
            return 1, 2

        def three(self) -> Any:
            return 1, 2, 3

    actor = A()
    return ray.get(actor.two()), ray.get(actor.three._remote(args=[], num_return_vals=3))


def actor_handle_in_a_task_and_in_an_actor() -> Any:
    @ray.actor
    class Counter:
        def __init__(self) -> None:
            self.n = 0

        def add(self) -> int:
            self.n += 1
            return self.n

    @ray.actor
    class Holder:
        def __init__(self, counter: Any) -> None:
            self.counter = counter

        def add(self) -> Any:
            return ray.get(self.counter.add())

    @ray.remote
    def add(counter: Any) -> Any:
        return ray.get(counter.add())

    counter = Counter()
    return ray.get(add(counter)), ray.get(Holder(counter).add()), ray.get(counter.add.remote())


def actor_made_in_a_task() -> Any:
    @ray.actor
    class A:
        def f(self) -> int:
            return 7

    @ray.remote
    def make() -> Any:
        return ray.get(A().f())

    return ray.get(make())


def actor_as_today() -> Any:
    @ray.remote
    class Base:
        @staticmethod
        def plus(x: int) -> int:
            return x + 1

        @property
        def size(self) -> int:
            return 3

        def inner(self) -> int:
            return self.plus(self.size)

        def outer(self) -> int:
            return self.inner()

        async def soon(self) -> int:
            return self.inner()

    actor = Base.options(num_cpus=0).remote()
    return ray.get([actor.inner.remote(), actor.outer.remote(), actor.soon.remote()]), ray.get(Base().outer())


def actor_of_a_derived_class() -> Any:
    class Parent:
        def __init__(self, x: int) -> None:
            self.x = x

        def get(self) -> int:
            return self.x

    @ray.remote
    class Child(Parent):
        def __init__(self) -> None:
            super().__init__(4)

        def get(self) -> int:
            return super().get() + 1

    child = Child.remote()
    return ray.get(child.get.remote())


def wait() -> Any:
    references = [ray.put(number) for number in range(3)]
    ready, rest = ray.wait(references, 2, 1000)
    [one], rest_by_name = ray.wait(object_ids=references, num_returns=1, timeout=None)
    [two], _ = ray.wait(objectids=references)
    return len(ready), len(rest), ray.get([one, two])[0] in range(3), len(rest_by_name)


def wait_for_milliseconds() -> Any:
    import time

    @ray.remote
    def long() -> None:
        time.sleep(3)

    began = time.monotonic()
    ready, rest = ray.wait([long()], timeout=200)
    return len(ready), len(rest), time.monotonic() - began < 2


def registered() -> Any:
    class Own:
        pass

    ray.register_class(Own)
    ray.register_class(Own, pickle=True)
    ray.register_custom_serializer(Own, serializer=lambda _: "own", deserializer=lambda text: text)
    sent = ray.get(ray.put(Own(), weakref=True))
    return ray.register_module(os), ray.register_custom_serializer(Own, use_pickle=True), sent


def errors_and_log() -> Any:
    with ray.log_span("a"), ray.profile("b"):
        ray.log_event("c", contents={})
    ray.flush_log()
    return ray.error_info(), ray.errors(all_jobs=True), ray.global_state.error_messages()


def modes() -> Any:
    return ray.SCRIPT_MODE, ray.WORKER_MODE, ray.PYTHON_MODE, ray.LOCAL_MODE, ray.SILENT_MODE


def state_of_the_cluster() -> Any:
    nodes = ray.global_state.client_table()
    return (
        len(nodes),
        nodes[0]["Alive"],
        ray.global_state.cluster_resources()["CPU"],
        isinstance(ray.get_webui_url(), str),
        ray.actors() == ray.global_state.actor_table(),
        ray.global_state.chrome_tracing_dump() is not None,
        len(ray.jobs()),
    )


def old_modules() -> Any:
    from pong_pg.legacy.shims.ray import services
    from pong_pg.legacy.shims.ray.worker import RayGetError, global_worker

    return (
        services is ray.services,
        services.get_node_ip_address() == today.util.get_node_ip_address(),
        ray.worker.main_loop(),
        global_worker is today._private.worker.global_worker,
        issubclass(RayGetError, today.exceptions.RayTaskError),
        ray.connect("127.0.0.1:1", "127.0.0.1:2", is_worker=False),
    )


def names_of_exceptions() -> Any:
    old, new = ray.exceptions, today.exceptions
    return (
        ray.internal.free([ray.put(1)], local_only=True),
        old.RayTimeoutError is new.GetTimeoutError,
        old.RayCancellationError is new.TaskCancelledError,
        old.RayWorkerError is new.WorkerCrashedError,
        old.UnreconstructableError is new.ObjectLostError,
        old.RayConnectionError is old.RayletError is new.RaySystemError,
    )


def names_of_today() -> Any:
    from pong_pg.legacy.shims.ray.actor import ActorHandle

    return (
        ray.ObjectID is today.ObjectID,
        ray.util is today.util,
        ray.nodes is today.nodes,
        ray.__version__ == today.__version__,
        ray.is_initialized(),
        ActorHandle is today.actor.ActorHandle,
        ray.exceptions is today.exceptions,
        ray.dag.__name__,
        ray.get_gpu_ids(),
        ray.get_runtime_context().gcs_address == today.get_runtime_context().gcs_address,
    )


def settings_of_the_driver() -> Any:
    return settings.current() == SETTINGS


ROWS: list[tuple[Callable[[], Any], Any]] = [
    (push_and_pull, ([1, "two"], [3, 4])),
    (typed_with_one_result, (3, 4)),
    (typed_with_two_results_called_straight, ({"W1": 1}, 2.5)),
    (typed_without_results, None),
    (num_return_vals, [1, 2]),
    (num_return_vals_of_one_call, [[1, 2, 3]] * 3),
    (decorated_afterwards, (2, 4, 6)),
    (keyword_and_default_arguments, [(1, 10, (), 100, {}), (1, 2, (3,), 4, {"d": 5}), (1, 2, (), 100, {})]),
    (recursion, 6),
    (a_remote_function_as_argument_and_in_a_closure, [3, 7]),
    (a_generator, [0, 1, 2]),
    (documented, ("What it does.", "What it does.", "f", "f")),
    (actor_called_straight, (("model", 6), ("model", 7))),
    (actor_with_options_and_two_results, ([1, 2], [1, 2, 3])),
    (actor_handle_in_a_task_and_in_an_actor, (1, 2, 3)),
    (actor_made_in_a_task, 7),
    (actor_as_today, ([4, 4, 4], 4)),
    (actor_of_a_derived_class, 5),
    (wait, (2, 1, True, 2)),
    (wait_for_milliseconds, (0, 1, True)),
    (registered, (None, None, "own")),
    (errors_and_log, ([], [], [])),
    (modes, (0, 1, 2, 2, 3)),
    (state_of_the_cluster, (1, True, 2.0, True, True, True, 1)),
    (old_modules, (True, True, None, True, True, None)),
    (names_of_exceptions, (None, True, True, True, True, True)),
    (names_of_today, (True, True, True, True, True, True, True, "ray.dag", [], True)),
    (settings_of_the_driver, True),
]
