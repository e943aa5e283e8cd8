# -*- coding: utf-8 -*-
from __future__ import absolute_import, print_function, unicode_literals
import sys
import os
try:
    import cPickle as pickle
except ImportError:
    import pickle
if sys.version_info[0] >= 3:
    unicode = str
    xrange = range

def text(value):
    if isinstance(value, unicode):
        return value
    return unicode(value)

print(text(3), len(pickle.dumps([1])) > 0, [i for i in xrange(2)])
