"""What SciPy had: the module `scipy.misc`, and NumPy's names at its own top."""

from __future__ import annotations

from pong_pg.legacy.tables.rows import Name

MODULES = {"scipy.misc": "PIL.Image or imageio"}

# The rest of `scipy.misc` that has moved to other places of SciPy.
_MOVED = {
    "ascent": "scipy.datasets",
    "comb": "scipy.special",
    "electrocardiogram": "scipy.datasets",
    "face": "scipy.datasets",
    "factorial": "scipy.special",
    "factorial2": "scipy.special",
    "factorialk": "scipy.special",
    "logsumexp": "scipy.special",
    "pade": "scipy.interpolate",
}
# The rows of `scipy.misc`, by the name in it; without `supplied_by`, a function of `shims.scipy.misc`.
MISC: dict[str, Name] = {
    "bytescale": Name("(array - low) / (high - low) * 255"),
    "central_diff_weights": Name("numpy.gradient or a finite-difference package"),
    "derivative": Name("scipy.differentiate.derivative"),
    "fromimage": Name("numpy.asarray(image)"),
    "imfilter": Name("PIL.Image.Image.filter"),
    "imread": Name("PIL.Image.open"),
    "imresize": Name("PIL.Image.Image.resize"),
    "imrotate": Name("PIL.Image.Image.rotate"),
    "imsave": Name("PIL.Image.Image.save"),
    "imshow": Name("PIL.Image.Image.show"),
    "toimage": Name("PIL.Image.fromarray"),
    **{name: Name(f"{module}.{name}", f"{module}:{name}") for name, module in _MOVED.items()},
}

# Names at SciPy's top that were those of `numpy.random`.
RANDOM = frozenset({"rand", "randn"})

NAMES: dict[str, Name] = {f"scipy.misc.{name}": row for name, row in MISC.items()}

# What SciPy itself has, or has had, at its top. Every other name there was NumPy's, up to SciPy 1.11.
OWN = frozenset({
    "LowLevelCallable", "cluster", "constants", "datasets", "delaunay", "differentiate", "fft", "fftpack", "integrate",
    "interpolate", "io", "lib", "linalg", "linsolve", "maxentropy", "misc", "ndimage", "odr", "optimize", "pkgload",
    "sandbox", "show_config", "show_numpy_config", "signal", "sparse", "spatial", "special", "stats", "stsci", "test",
    "version", "weave",
})  # fmt: skip


def numpys_name(full_name: str) -> str:
    """Return NumPy's name of what a script takes from SciPy's top, such as "numpy.zeros"; "" for what is SciPy's."""
    package, _, name = full_name.partition(".")
    if package != "scipy" or not name or not name.isidentifier() or name.startswith("_") or name in OWN:
        return ""
    return f"numpy.random.{name}" if name in RANDOM else f"numpy.{name}"
