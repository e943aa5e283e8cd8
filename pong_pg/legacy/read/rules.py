"""The names of the past as tables: what a script says, and what modern code says instead."""

from __future__ import annotations

import re

from pong_pg.legacy.tables import python2

FIVE_VALUES = "obs, reward, terminated, truncated, info = env.step(action)"
TYPED_REMOTE = "@ray.remote([...], [...])"
ACTOR_CLASS = "@ray.actor class"
DIRECT_CALL = "a remote function called without .remote"

# Overridden in environments and wrappers until gym 0.9.5.
OLD_OVERRIDES = {"_step", "_reset", "_render", "_close", "_seed", "_observation", "_reward", "_action"}

MODULES = {
    "gym": "import gymnasium",
    "scipy.misc": "PIL.Image or imageio",
    "ray.services": "ray.init()",
    **python2.MODULE_ADVICE,
}

_NUMPY = {
    **{f"numpy.{name}": name for name in ("float", "int", "bool", "object", "str", "complex")},
    "numpy.long": "int",
    "numpy.unicode": "str",
    "numpy.bool8": "numpy.bool_",
    "numpy.float_": "numpy.float64",
    "numpy.complex_": "numpy.complex128",
    "numpy.string_": "numpy.bytes_",
    "numpy.unicode_": "numpy.str_",
    **dict.fromkeys(("numpy.Inf", "numpy.Infinity", "numpy.infty", "numpy.PINF"), "numpy.inf"),
    **dict.fromkeys(("numpy.NaN", "numpy.NAN"), "numpy.nan"),
    "numpy.NINF": "-numpy.inf",
    "numpy.product": "numpy.prod",
    "numpy.cumproduct": "numpy.cumprod",
    "numpy.sometrue": "numpy.any",
    "numpy.alltrue": "numpy.all",
    "numpy.round_": "numpy.round",
    "numpy.asscalar": "array.item()",
    "numpy.rank": "array.ndim",
    "numpy.msort": "numpy.sort(array, axis=0)",
    "numpy.in1d": "numpy.isin",
    "numpy.trapz": "numpy.trapezoid",
    "numpy.row_stack": "numpy.vstack",
    "numpy.fromstring": "numpy.frombuffer",
    "numpy.random.random_integers": "numpy.random.randint",
}

_RAY = {
    "ray.push": "ray.put",
    "ray.pull": "ray.get",
    "ray.reusables": "state of an actor",
    "ray.Reusable": "an actor's __init__",
    "ray.env": "state of an actor",
    "ray.EnvironmentVariable": "an actor's __init__",
    "ray.services.start_ray_local": "ray.init()",
    "ray.services.start_singlenode_cluster": "ray.init()",
    "ray.register_class": "nothing: every class travels",
    "ray.error_info": "errors are raised by ray.get",
    "ray.get_webui_url": "ray.init().dashboard_url",
    "ray.global_state": "ray.nodes(), ray.cluster_resources()",
    "ray.worker": "ray.runtime_context",
    **dict.fromkeys(("ray.SCRIPT_MODE", "ray.PYTHON_MODE", "ray.SILENT_MODE", "ray.WORKER_MODE"), "ray.init()"),
}

_GYM = {
    "gym.wrappers.Monitor": "gymnasium.wrappers.RecordVideo",
    "gym.upload": "nothing: the site is gone",
    "gym.scoreboard": "nothing: the site is gone",
    "gym.benchmark_spec": "nothing: the site is gone",
    "gym.undo_logger_setup": "nothing",
    "gym.envs.registry.all": "gymnasium.registry.values()",
    "gym.envs.registry.env_specs": "gymnasium.registry",
}

_GYMNASIUM = {
    "gymnasium.wrappers.FrameStack": "gymnasium.wrappers.FrameStackObservation",
    "gymnasium.wrappers.GrayScaleObservation": "gymnasium.wrappers.GrayscaleObservation",
    "gymnasium.wrappers.AutoResetWrapper": "gymnasium.wrappers.Autoreset",
    "gymnasium.wrappers.frame_stack": "gymnasium.wrappers.FrameStackObservation",
    "gymnasium.vector.make": "gymnasium.make_vec",
}

_SCIPY = {
    "scipy.misc.imresize": "PIL.Image.Image.resize",
    "scipy.misc.imread": "PIL.Image.open",
    "scipy.misc.imsave": "PIL.Image.Image.save",
    "scipy.misc.toimage": "PIL.Image.fromarray",
    "scipy.misc.logsumexp": "scipy.special.logsumexp",
    "scipy.misc.comb": "scipy.special.comb",
    "scipy.misc.factorial": "scipy.special.factorial",
}

NAMES = {**_NUMPY, **_RAY, **_GYM, **_GYMNASIUM, **_SCIPY, **python2.NAME_ADVICE}

_DROPPED_FROM_INIT = [
    "scheduler_address",
    "objstore_address",
    "num_objstores",
    "driver_mode",
    "object_id_seed",
    "num_redis_shards",
    "huge_pages",
    "use_raylet",
    "num_custom_resource",
    "redis_max_memory",
    "redis_shard_ports",
    "use_pickle",
]

ARGUMENTS = {
    "ray.init(redis_address=)": "ray.init(address=)",
    "ray.init(num_workers=)": "ray.init(num_cpus=)",
    "ray.init(start_ray_local=)": "ray.init()",
    "ray.init(redirect_output=)": "ray.init(log_to_driver=)",
    "ray.init(redirect_worker_output=)": "ray.init(log_to_driver=)",
    "ray.init(include_webui=)": "ray.init(include_dashboard=)",
    "ray.init(redis_password=)": "ray.init(_redis_password=)",
    "ray.init(temp_dir=)": "ray.init(_temp_dir=)",
    "ray.init(node_ip_address=)": "ray.init(_node_ip_address=)",
    "ray.init(plasma_directory=)": "ray.init(_plasma_directory=)",
    **{f"ray.init({name}=)": "nothing: it is gone" for name in _DROPPED_FROM_INIT},
    "ray.remote(num_return_vals=)": "@ray.remote(num_returns=)",
    "ray.method(num_return_vals=)": "@ray.method(num_returns=)",
}

# What only a script older than Ray 0.7 says.
BEFORE_RAY_07 = {
    *(name for name in _RAY if name not in {"ray.worker", "ray.WORKER_MODE", "ray.SCRIPT_MODE"}),
    ACTOR_CLASS,
    *(f"ray.init({name}=)" for name in ("num_workers", "start_ray_local", "redirect_output", "use_raylet")),
    *(f"ray.init({name}=)" for name in ("redirect_worker_output", "num_objstores", "scheduler_address")),
    *(f"ray.init({name}=)" for name in ("objstore_address", "driver_mode", "object_id_seed")),
    TYPED_REMOTE,
    DIRECT_CALL,
}

# What only a script for Gymnasium before 1.0 says of environments that are stepped together.
BEFORE_GYMNASIUM_1 = ("final_info", "final_observation", "vector.make(")

_OLD_ATARI = re.compile(r"(?P<game>[A-Z]\w*?)(-ram)?(?P<kind>Deterministic|NoFrameskip)?(-ram)?-v[0-4]$")


def modern_id(env_id: str) -> str:
    """Return how modern code makes an environment of an old id; "" where the id is today's."""
    if env_id in {"CartPole-v0"}:
        return 'gymnasium.make("CartPole-v1")'
    if env_id.startswith("Pong") and (match := _OLD_ATARI.match(env_id)):
        kind = {"NoFrameskip": ", frameskip=1", "Deterministic": ", frameskip=4"}.get(match["kind"] or "", "")
        return f'gymnasium.make("ALE/Pong-v5"{kind})'
    return ""
