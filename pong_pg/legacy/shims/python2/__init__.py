"""Modules of Python 2's library that mean something else today, as files of Python 2 get them.

`tables.python2_library` lists them; each has the names of today's module and, on top of them, those that differ.
"""
