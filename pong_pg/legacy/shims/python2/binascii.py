"""`binascii` of Python 2: data and their encodings are byte strings."""

from __future__ import annotations

import binascii as _real

from pong_pg.legacy.runtime.byte_strings import on_strings, public
from pong_pg.legacy.shims.python2.zlib import crc32 as crc32

globals().update(public(_real, without=["crc32"]))
globals().update({name: on_strings(getattr(_real, name)) for name in vars(_real) if name[:4] in {"a2b_", "b2a_"}})

hexlify = on_strings(_real.hexlify)
unhexlify = on_strings(_real.unhexlify)
crc_hqx = on_strings(_real.crc_hqx)
