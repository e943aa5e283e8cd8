"""What SciPy had: `scipy.misc`, names that have moved, and NumPy's names at its own top; and Pillow's old filters."""

from __future__ import annotations

from pong_pg.legacy.tables.rows import Name, alias, at

MODULES = {"scipy.misc": "PIL.Image or imageio"}


# The rows of `scipy.misc`, by the name in it; without `supplied_by`, a function of `shims.scipy.misc`, or an error that
# says what modern code says.
MISC: dict[str, Name] = {
    "bytescale": Name("(array - low) / (high - low) * 255"),
    "derivative": Name("scipy.differentiate.derivative"),
    "fromimage": Name("numpy.asarray(image)"),
    "imfilter": Name("PIL.Image.Image.filter"),
    "imread": Name("PIL.Image.open"),
    "imresize": Name("PIL.Image.Image.resize"),
    "imrotate": Name("PIL.Image.Image.rotate"),
    "imsave": Name("PIL.Image.Image.save"),
    "imshow": Name("PIL.Image.Image.show"),
    "toimage": Name("PIL.Image.fromarray"),
    **at("scipy.datasets", "ascent", "face"),
    **at("scipy.special", "comb", "factorial", "factorial2", "logsumexp"),
}

NAMES: dict[str, Name] = {f"scipy.misc.{name}": row for name, row in MISC.items()}

# Filters of images that Pillow 10 dropped.
PILLOW: dict[str, Name] = {
    f"PIL.Image.{old}": row
    for old, row in alias("PIL.Image", ANTIALIAS="LANCZOS", CUBIC="BICUBIC", LINEAR="BILINEAR").items()
}

# Names at SciPy's top that gave complex results, such as the root of -1, where NumPy's own give NaN.
_COMPLEX = frozenset({"arccos", "arcsin", "arctanh", "log", "log10", "log2", "power", "sqrt"})
# What SciPy itself has, or has had, at its top. Every other name there was NumPy's, up to SciPy 1.11.
_OWN = frozenset({
    "LowLevelCallable", "cluster", "constants", "datasets", "differentiate", "fft", "fftpack", "integrate",
    "interpolate", "io", "linalg", "misc", "ndimage", "odr", "optimize", "show_config", "signal", "sparse", "spatial",
    "special", "stats", "test", "version",
})  # fmt: skip


def numpys_name(full_name: str) -> str:
    """Return NumPy's name of what a script takes from SciPy's top, such as "numpy.zeros"; "" for what is SciPy's."""
    package, _, name = full_name.partition(".")
    if package != "scipy" or not name or not name.isidentifier() or name.startswith("_") or name in _OWN:
        return ""
    if name in _COMPLEX:
        return f"numpy.emath.{name}"
    return f"numpy.random.{name}" if name in {"rand", "randn"} else f"numpy.{name}"
