"""What SciPy had: `scipy.misc`; and Pillow's old filters."""

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
