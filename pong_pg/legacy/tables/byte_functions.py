"""Functions of the standard library, and of NumPy, that take or give bytes today, and strings in Python 2."""

from __future__ import annotations

_CODECS = (
    "b16decode", "b16encode", "b32decode", "b32encode", "b64decode", "b64encode", "decodebytes", "encodebytes",
    "standard_b64decode", "standard_b64encode", "urlsafe_b64decode", "urlsafe_b64encode",
)  # fmt: skip
_BINARY = (
    "a2b_base64",
    "a2b_hex",
    "a2b_qp",
    "a2b_uu",
    "b2a_base64",
    "b2a_hex",
    "b2a_qp",
    "b2a_uu",
    "hexlify",
    "unhexlify",
)
_HEX = (*_BINARY, "hexlify", "unhexlify")
_HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")

# Function -> the places of its arguments that are bytes.
TAKES: dict[str, tuple[int, ...]] = {
    **{f"PIL.Image.{name}": (2,) for name in ("frombuffer", "frombytes")},
    **{f"base64.{name}": (0,) for name in _CODECS},
    **{f"binascii.{name}": (0,) for name in (*_HEX, "crc32")},
    **{f"hashlib.{name}": (0,) for name in _HASHES},
    **{f"{module}.{name}": (0,) for module in ("zlib", "bz2") for name in ("compress", "decompress")},
    "hashlib.new": (1,),
    "hmac.new": (0, 1),
    "imghdr.what": (1,),
    "io.BytesIO": (0,),
    "marshal.loads": (0,),
    "numpy.frombuffer": (0,),
    "os.write": (1,),
    "pickle.loads": (0,),
    "socket.inet_ntoa": (0,),
    "struct.unpack": (1,),
    "struct.unpack_from": (1,),
    "urllib.request.Request": (1,),
    "urllib.request.urlopen": (1,),
    "zlib.adler32": (0,),
    "zlib.crc32": (0,),
}

# Function -> whether the bytes that it gives are plain ASCII.
GIVES: dict[str, bool] = {
    **{f"base64.{name}": "encode" in name for name in _CODECS},
    **{f"binascii.{name}": name.startswith(("b2a", "hexlify")) for name in _HEX},
    **{f"{module}.{name}": False for module in ("zlib", "bz2") for name in ("compress", "decompress")},
    "marshal.dumps": False,
    "os.read": False,
    "os.urandom": False,
    "pickle.dumps": False,
    "socket.inet_aton": False,
    "struct.pack": False,
}

# Functions that take the files at these places, which are to be binary files.
TAKES_BINARY_FILE: dict[str, tuple[int, ...]] = {
    "PIL.Image.open": (0,),
    "base64.decode": (0, 1),
    "base64.encode": (0, 1),
    "gzip.GzipFile": (2,),
    "imageio.imread": (0,),
    "imageio.imwrite": (0,),
    "marshal.dump": (1,),
    "marshal.load": (0,),
    "numpy.fromfile": (0,),
    "numpy.load": (0,),
    "numpy.save": (0,),
    "numpy.savez": (0,),
    "numpy.savez_compressed": (0,),
    "pickle.Pickler": (0,),
    "pickle.Unpickler": (0,),
    "pickle.dump": (1,),
    "pickle.load": (0,),
    "scipy.io.loadmat": (0,),
    "scipy.io.savemat": (0,),
    "torch.load": (0,),
    "torch.save": (1,),
    "zipfile.ZipFile": (0,),
}

# Functions that take a file of text.
TAKES_TEXT_FILE: dict[str, int] = {
    "csv.DictReader": 0,
    "csv.DictWriter": 0,
    "csv.reader": 0,
    "csv.writer": 0,
    "json.dump": 1,
    "json.load": 0,
    "yaml.dump": 1,
    "yaml.load": 0,
}

# Functions that take either.
TAKES_ANY_FILE = frozenset({"numpy.genfromtxt", "numpy.loadtxt", "numpy.savetxt", "os.fsync"})
