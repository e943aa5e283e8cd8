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

# Those of complex results, such as the root of -1, where NumPy's own give NaN.
COMPLEX = frozenset({"arccos", "arcsin", "arctanh", "log", "log10", "log2", "logn", "power", "sqrt"})

_WINDOWS = (
    "barthann", "bartlett", "blackman", "blackmanharris", "bohman", "boxcar", "chebwin", "cosine", "exponential",
    "flattop", "gaussian", "general_gaussian", "hamming", "hann", "kaiser", "nuttall", "parzen", "triang", "tukey",
)  # fmt: skip


def _at(module: str, name: str) -> Name:
    return Name(f"{module}.{name}", f"{module}:{name}")


# What modules of SciPy have had, by the module.
MOVED_IN: dict[str, dict[str, Name]] = {
    "scipy.signal": {
        **{name: _at("scipy.signal.windows", name) for name in _WINDOWS},
        "hanning": _at("scipy.signal.windows", "hann"),
    },
    "scipy.integrate": {
        "cumtrapz": _at("scipy.integrate", "cumulative_trapezoid"),
        "simps": _at("scipy.integrate", "simpson"),
        "trapz": _at("scipy.integrate", "trapezoid"),
    },
    "scipy.linalg": {"pinv2": _at("scipy.linalg", "pinv")},
    "scipy.stats": {
        "chisqprob": _at("scipy.special", "chdtrc"),
        "nanmean": _at("numpy", "nanmean"),
        "nanmedian": _at("numpy", "nanmedian"),
        "nanstd": _at("numpy", "nanstd"),
    },
}

# Modules whose names are those of the module around them; today they only warn.
HIDDEN_MODULES = {
    f"{package}.{name}": package
    for package, names in {
        "scipy.integrate": ("odepack", "quadpack"),
        "scipy.interpolate": ("fitpack", "fitpack2", "interpolate", "ndgriddata", "polyint", "rbf"),
        "scipy.linalg": (
            "basic", "decomp", "decomp_cholesky", "decomp_lu", "decomp_qr", "decomp_schur", "decomp_svd", "matfuncs",
            "misc", "special_matrices",
        ),
        "scipy.ndimage": ("filters", "fourier", "interpolation", "measurements", "morphology"),
        "scipy.optimize": (
            "cobyla", "lbfgsb", "linesearch", "minpack", "nonlin", "optimize", "slsqp", "tnc", "zeros",
        ),
        "scipy.signal": (
            "bsplines", "filter_design", "fir_filter_design", "lti_conversion", "ltisys", "signaltools", "spectral",
            "waveforms", "wavelets",
        ),
        "scipy.sparse": ("base", "bsr", "compressed", "construct", "coo", "csc", "csr", "dia", "dok", "extract", "lil"),
        "scipy.special": ("basic", "orthogonal", "spfun_stats"),
        "scipy.stats": ("kde", "morestats", "mstats_basic", "stats"),
    }.items()
    for name in names
}  # fmt: skip

# Functions whose arguments after some have only names today: the names of the former, and of the latter.
POSITIONAL = {
    "scipy.integrate.cumtrapz": (("y",), ("x", "dx", "axis", "initial")),
    "scipy.integrate.simps": (("y",), ("x", "dx", "axis")),
    "scipy.integrate.trapz": (("y", "x"), ("dx", "axis")),
}

NAMES: dict[str, Name] = {
    **{f"scipy.misc.{name}": row for name, row in MISC.items()},
    **{f"{module}.{name}": row for module, rows in MOVED_IN.items() for name, row in rows.items()},
}

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
    if name in COMPLEX:
        return f"numpy.emath.{name}"
    return f"numpy.random.{name}" if name in RANDOM else f"numpy.{name}"
