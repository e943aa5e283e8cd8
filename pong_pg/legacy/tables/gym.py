"""What Gym had from 2016 to 0.26, and what Gymnasium had before 1.0.

All of Gym is old: an import of it, or of a module in it, is reported whatever it brings. The rows are what
`import gymnasium` alone does not answer: names, modules and arguments that Gymnasium has elsewhere or not at all.
"""

from __future__ import annotations

from pong_pg.legacy.tables.rows import Argument, Name, dropped, renamed

_REMOVE = "remove the call"
_SHUT_DOWN = "remove it: the service was shut down"
_RECORD = "gymnasium.wrappers.RecordVideo"
_NO_BENCHMARKS = "keep the tasks in the script: no package of today has benchmarks"
_NO_FAMILY = "no package of today has these environments"

# Names and modules that used OpenAI's server, and do nothing in the shim.
SERVICES = ("upload", "api", "api_key")
SERVICE_MODULES = ("scoreboard", "scoreboard.api")
# Names and modules that no Gym from 0.12.5 on has, so that a script with one of them is older.
BEFORE_0125 = (
    *(f"gym.{name}" for name in (*SERVICES, *SERVICE_MODULES)),
    "gym.benchmark_spec", "gym.benchmarks", "gym.configuration", "gym.error.DoubleWrapperError", "gym.logger_setup",
    "gym.monitoring", "gym.scoreboard.scoring", "gym.spaces.prng", "gym.undo_logger_setup", "gym.wrappers.SkipWrapper",
)  # fmt: skip
# Names and modules that scripts of 2016 used, when most were Python 2; names that stayed in use for longer are no sign.
OF_2016 = frozenset({"gym.benchmark_spec", "gym.benchmarks", "gym.monitoring", "gym.scoreboard.scoring"})
# Families of environments that Gymnasium left out: they can be imported, and what is in them is not covered.
GONE_FAMILIES = {
    **dict.fromkeys(("algorithmic", "board_game", "debugging", "parameter_tuning", "safety", "unittest"), _NO_FAMILY),
    "robotics": "gymnasium_robotics",
}
# Files of `gymnasium.wrappers` up to 0.29, whose wrappers are in the package itself.
WRAPPER_FILES = (
    "autoreset", "clip_action", "filter_observation", "flatten_observation", "frame_stack", "gray_scale_observation",
    "human_rendering", "normalize", "order_enforcing", "record_episode_statistics", "record_video", "rescale_action",
    "resize_observation", "time_aware_observation", "time_limit",
)  # fmt: skip

GYM_MODULES = {
    "gym": "import gymnasium",
    "gym.configuration": "remove it: nothing is to be set up",
    "gym.envs.atari": "ale_py.env",
    "gym.envs.classic_control.rendering": "pygame",
    "gym.envs.toy_text.discrete": "gymnasium.Env",
    **{f"gym.envs.{name}": modern for name, modern in GONE_FAMILIES.items()},
    **{f"gym.{name}": _SHUT_DOWN for name in SERVICE_MODULES},
    **{f"gym.{name}": _NO_BENCHMARKS for name in ("benchmarks", "benchmarks.registration", "benchmarks.scoring")},
    "gym.monitoring": _RECORD,
    "gym.scoreboard.scoring": "read the statistics that RecordEpisodeStatistics keeps",
    "gym.spaces.dict_space": "gymnasium.spaces.Dict",
    "gym.spaces.prng": "space.seed(n)",
    "gym.spaces.tuple_space": "gymnasium.spaces.Tuple",
    "gym.wrappers.monitor": _RECORD,
    "gym.wrappers.monitoring": _RECORD,
}
GYMNASIUM_MODULES = {f"gymnasium.wrappers.{name}": "gymnasium.wrappers" for name in WRAPPER_FILES}

_REGISTRY = {
    "all": Name("gymnasium.registry.values()"),
    "env_specs": Name("gymnasium.registry"),
}

GYM_NAMES: dict[str, Name] = {
    **{f"gym.{name}": Name(_SHUT_DOWN) for name in SERVICES},
    "gym.benchmark_spec": Name(_NO_BENCHMARKS),
    "gym.GoalEnv": Name("gymnasium_robotics.core.GoalEnv"),
    "gym.logger_setup": Name(_REMOVE),
    "gym.undo_logger_setup": Name(_REMOVE),
    **{
        f"gym.{place}.{name}": row
        for place in ("registry", "envs.registry", "envs.registration.registry")
        for name, row in _REGISTRY.items()
    },
    "gym.envs.registration.EnvRegistry": Name("dict"),
    "gym.envs.registration.env_id_re": Name("gymnasium.envs.registration.ENV_ID_RE"),
    "gym.envs.registration.load": Name("gymnasium.envs.registration.load_env_creator"),
    "gym.error.Unregistered": Name("gymnasium.error.UnregisteredEnv"),
    "gym.error.DoubleWrapperError": Name("gymnasium.error.Error, or an exception of your own"),
    "gym.logger.DEBUG": Name("logging.DEBUG"),
    "gym.logger.DISABLED": Name("50"),
    "gym.logger.INFO": Name("logging.INFO"),
    "gym.logger.MIN_LEVEL": Name("gymnasium.logger.min_level"),
    "gym.logger.debug": Name("logging.debug"),
    "gym.logger.info": Name("logging.info"),
    "gym.logger.setLevel": Name("gymnasium.logger.min_level = level"),
    "gym.logger.set_level": Name("gymnasium.logger.min_level = level"),
    "gym.logger.warning": Name("gymnasium.logger.warn"),
    "gym.utils.seeding.create_seed": Name("numpy.random.SeedSequence"),
    "gym.utils.seeding.hash_seed": Name("numpy.random.SeedSequence"),
    "gym.vector.VectorEnvWrapper": Name("gymnasium.vector.VectorWrapper"),
    "gym.vector.make": Name("gymnasium.make_vec"),
    "gym.wrappers.AutoResetWrapper": Name("gymnasium.wrappers.Autoreset"),
    "gym.wrappers.FrameStack": Name("gymnasium.wrappers.FrameStackObservation"),
    "gym.wrappers.GrayScaleObservation": Name("gymnasium.wrappers.GrayscaleObservation"),
    "gym.wrappers.LazyFrames": Name("numpy.stack(frames)"),
    "gym.wrappers.Monitor": Name(_RECORD),
    "gym.wrappers.PixelObservationWrapper": Name("gymnasium.wrappers.AddRenderObservation"),
    "gym.wrappers.SkipWrapper": Name("gymnasium.make(id, frameskip=N), or a wrapper that repeats the action"),
    "gym.wrappers.StepAPICompatibility": Name("remove it: every environment gives five values"),
    "gym.wrappers.capped_cubic_video_schedule": Name("gymnasium.utils.save_video.capped_cubic_video_schedule"),
}

# Names of Gymnasium; those with `supplied_by` are another name of the same class.
GYMNASIUM_NAMES: dict[str, Name] = {
    "gymnasium.vector.make": Name("gymnasium.make_vec"),
    "gymnasium.wrappers.AutoResetWrapper": Name("gymnasium.wrappers.Autoreset", "gymnasium.wrappers:Autoreset"),
    "gymnasium.wrappers.FrameStack": Name("gymnasium.wrappers.FrameStackObservation"),
    "gymnasium.wrappers.GrayScaleObservation": Name("gymnasium.wrappers.GrayscaleObservation"),
    "gymnasium.wrappers.LazyFrames": Name("numpy.stack(frames)"),
}

_WRAPPERS = "gymnasium.wrappers"
ARGUMENTS: dict[str, dict[str, Argument]] = {
    "gym.wrappers.RescaleAction": {
        "a": renamed(f"{_WRAPPERS}.RescaleAction", "min_action"),
        "b": renamed(f"{_WRAPPERS}.RescaleAction", "max_action"),
    },
    "gymnasium.wrappers.FrameStack": {
        "num_stack": Argument(f"{_WRAPPERS}.FrameStackObservation(stack_size=)"),
        "lz4_compress": dropped(),
    },
    "gymnasium.wrappers.RecordEpisodeStatistics": {
        "deque_size": renamed(f"{_WRAPPERS}.RecordEpisodeStatistics", "buffer_length")
    },
    "gymnasium.wrappers.TransformObservation": {"f": renamed(f"{_WRAPPERS}.TransformObservation", "func")},
    "gymnasium.wrappers.TransformReward": {"f": renamed(f"{_WRAPPERS}.TransformReward", "func")},
}

# Methods that environments and wrappers overrode up to gym 0.9.5, and those of today.
OVERRIDES = {
    f"_{name}": name
    for name in ("step", "reset", "render", "close", "seed", "observation", "reward", "action", "reverse_action")
}

# The version in Gymnasium 1.4 of each environment whose version has moved on.
NEWEST_VERSIONS = {
    "Acrobot": 1,
    "Blackjack": 1,
    "CartPole": 1,
    "CliffWalking": 1,
    "FrozenLake": 1,
    "FrozenLake8x8": 1,
    "BipedalWalker": 3,
    "BipedalWalkerHardcore": 3,
    "CarRacing": 3,
    "LunarLander": 3,
    "LunarLanderContinuous": 3,
    "Pendulum": 1,
    "Taxi": 4,
    **dict.fromkeys(("Ant", "HalfCheetah", "Hopper", "Humanoid", "HumanoidStandup", "InvertedDoublePendulum"), 5),
    **dict.fromkeys(("InvertedPendulum", "Pusher", "Reacher", "Swimmer", "Walker2d"), 5),
}


def modern_environment(env_id: str) -> str:
    """Return how modern code makes an environment that is no Atari game; "" where the id is not old."""
    name, _, version = env_id.rpartition("-v")
    if name in NEWEST_VERSIONS and version.isdecimal() and int(version) < NEWEST_VERSIONS[name]:
        return f'gymnasium.make("{name}-v{NEWEST_VERSIONS[name]}")'
    return ""
