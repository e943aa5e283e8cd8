"""Rules for SciPy, whose images become those of Pillow, and for Pillow."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.modernize.rules import renaming
from pong_pg.legacy.tables import scipy

_IMAGES = {
    "fromimage": "numpy.array({0})",
    "imread": "numpy.array(PIL.Image.open({0}))",
    "imrotate": "numpy.array(PIL.Image.fromarray({0}).rotate({1}, PIL.Image.BILINEAR))",
    "imsave": "PIL.Image.fromarray({1}).save({0})",
    "imshow": "PIL.Image.fromarray({0}).show()",
    "toimage": "PIL.Image.fromarray({0})",
}
_FILTERS = {"bicubic": "BICUBIC", "cubic": "BICUBIC", "lanczos": "LANCZOS", "nearest": "NEAREST"}
_SCALED = "imresize also scaled other arrays to 0 ... 255: this must be an array of uint8"
_SIZE = "imresize is gone: np.array(Image.fromarray(x).resize((width, height), Image.BILINEAR)) of Pillow is the same"


def images(draft: Draft) -> None:
    """The functions of `scipy.misc`."""
    is_told = _SCALED in draft.text
    for call in sorted(draft.walk(ast.Call), key=draft.start):
        if draft.full_name(call.func) == "scipy.misc.imresize" and not renaming.is_guarded(draft, call):
            if not _resize(draft, call):
                draft.comment(call, _SIZE)
            elif not is_told:
                draft.comment(call, _SCALED)
                is_told = True


def names(draft: Draft) -> None:
    """Names that have another place today."""
    images = {f"scipy.misc.{name}": new for name, new in _IMAGES.items()}
    renaming.rename(draft, {**renaming.written(scipy.NAMES), **images, **renaming.written(scipy.PILLOW)})


def _resize(draft: Draft, call: ast.Call) -> bool:
    """Write Pillow's `resize`; return whether the arguments are such that it is the same."""
    arguments = dict(zip(("arr", "size", "interp", "mode"), call.args, strict=False))
    arguments |= {one.arg: one.value for one in call.keywords if one.arg}
    size, interp = arguments.get("size"), arguments.get("interp", ast.Constant("bilinear"))
    if (
        "arr" not in arguments
        or "mode" in arguments
        or not isinstance(size, ast.Tuple)
        or len(size.elts) not in {2, 3}
        or not isinstance(interp, ast.Constant)
    ):
        return False
    image, np = draft.from_module("PIL", "Image"), draft.module("numpy", "np")
    height, width = size.elts[:2]
    pieces: list[Piece] = [f"{np}.array({image}.fromarray(", arguments["arr"], ").resize((", width, ", ", height, "), "]
    draft.replace(call, *pieces, f"{image}.{_FILTERS.get(str(interp.value), 'BILINEAR')}))")
    return True


PASSES: tuple[Callable[[Draft], None], ...] = (images, names)
