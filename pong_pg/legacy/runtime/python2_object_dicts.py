"""The dicts of objects' attributes in Python 2 files, of which `python2_order` knows how they were made by their place.

An object's dict can come to be where another dict was a moment ago, of which nothing that the file does tells. So what
is known of the one before is dropped when an object's dict is first asked for.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.runtime import python2_order

# The id of an object's dict -> what gives the object.
_owners: dict[int, Callable[[], Any]] = {}


def dict_of_object(owner: Any) -> Any:
    """Return `owner.__dict__`."""
    return _claimed(owner.__dict__, owner)


def vars_of(owner: Any) -> Any:
    """Return `vars(owner)`."""
    return _claimed(vars(owner), owner)


def given_dict(value: Any) -> Any:
    """Return the value that is assigned to `owner.__dict__`: a dict that keeps what is known of it."""
    if type(value) is dict:
        _owners[id(value)] = _nobody
    return value


def _nobody() -> Any:
    return None


def _claimed(found: Any, owner: Any) -> Any:
    if type(found) is not dict:
        return found
    place = id(found)
    known = _owners.get(place)
    known_owner = known() if known is not None else None
    if known_owner is owner:
        return found
    if known is not _nobody and getattr(known_owner, "__dict__", None) is not found:
        python2_order.forget(found)

    def gone(reference: Any) -> None:
        if _owners.get(place) is reference:
            del _owners[place]

    try:
        _owners[place] = weakref.ref(owner, gone)
    except TypeError:
        # It has no room for references to it.
        _owners[place] = _nobody
    return found
