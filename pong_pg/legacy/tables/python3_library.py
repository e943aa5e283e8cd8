"""Names that Python 3's standard library had until 3.13 at the latest, beside those in `tables.python2`.

Only `pong-pg modernize` needs them: where they are missing, a script that is run stops with an error.
"""

from __future__ import annotations

# Module -> name -> what stands for it: "module:name", or a function of `modernize.support` or `rules.python2`.
NAMES: dict[str, dict[str, str]] = {
    "ConfigParser": {"ConfigParser": "configparser:ConfigParser", "SafeConfigParser": "configparser:ConfigParser"},
    "StringIO": {"StringIO": "io:StringIO"},
    "UserDict": {"DictMixin": "DictMixin", "IterableUserDict": "collections:UserDict"},
    "asyncio": {"async": "asyncio:ensure_future"},
    "cStringIO": {"InputType": "io:StringIO", "OutputType": "io:StringIO", "StringIO": "io:StringIO"},
    "cgi": {
        "escape": "escape_html",
        "parse_qs": "urllib.parse:parse_qs",
        "parse_qsl": "urllib.parse:parse_qsl",
    },
    "configparser": {"SafeConfigParser": "configparser:ConfigParser"},
    "distutils.dir_util": {"copy_tree": "copy_tree", "mkpath": "make_path", "remove_tree": "shutil:rmtree"},
    "distutils.file_util": {"copy_file": "shutil:copy"},
    "distutils.spawn": {"find_executable": "shutil:which"},
    "distutils.util": {"strtobool": "strtobool"},
    "distutils.version": {"LooseVersion": "LooseVersion", "StrictVersion": "LooseVersion"},
    "imp": {
        "load_source": "load_source",
        "new_module": "types:ModuleType",
        "reload": "importlib:reload",
    },
    "logging": {"warn": "logging:warning"},
    "os": {"tempnam": "tempfile:mktemp", "tmpnam": "tempfile:mktemp", "tmpfile": "tempfile:TemporaryFile"},
    "os.path": {"walk": "walk"},
    "pipes": {"quote": "shlex:quote"},
    "platform": {"dist": "linux_distribution", "linux_distribution": "linux_distribution"},
    "string": {
        "atof_error": "builtins:ValueError",
        "atoi_error": "builtins:ValueError",
        "index_error": "builtins:ValueError",
        "zfill": "zfill",
    },
    "exceptions": {"StandardError": "builtins:StandardError"},
    "md5": {"md5": "hashlib:md5", "new": "hashlib:md5"},
    "sha": {"new": "hashlib:sha1", "sha": "hashlib:sha1"},
    "thread": {
        "error": "threading:ThreadError",
        "start_new": "_thread:start_new_thread",
        "start_new_thread": "_thread:start_new_thread",
    },
    "threading": {"activeCount": "threading:active_count", "currentThread": "threading:current_thread"},
}

# Modules that are gone, with those of today that have the same names.
MODULES: dict[str, str] = {
    "_dummy_thread": "_thread",
    "cgi": "html",
    "distutils.dir_util": "shutil",
    "distutils.file_util": "shutil",
    "distutils.spawn": "shutil",
    "pipes": "shlex",
    "strop": "string",
    "xml.etree.cElementTree": "xml.etree.ElementTree",
}
