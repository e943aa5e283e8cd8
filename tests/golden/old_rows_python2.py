"""What Python 2 has been, row by row: a function's docstring is what it returns."""

import ray
import sys
import numpy as np


def whole_numbers_divide_whole():
    """(3, -4, 3.5, np.array([3]))"""
    return 7 / 2, -7 / 2, 7 / 2., np.array([7]) / 2


def iteration():
    """([(1, 2)], True, 2, [1])"""
    return list({1: 2}.iteritems()), {1: 2}.has_key(1), xrange(3)[-1], map(abs, [-1])


def names():
    """('a', 3, 3, -1)"""
    return unicode('a'), int(long(3)), reduce(lambda a, b: a + b, [1, 2]), cmp(1, 2)


def cpickle():
    """{'a': 1}"""
    import cPickle
    return cPickle.loads(cPickle.dumps({'a': 1}, 2))


def a_pickle_of_python_2():
    """1.5"""
    import pickle
    return pickle.loads(b"cnumpy.core.multiarray\nscalar\np0\n(cnumpy\ndtype\np1\n(S'f8'\np2\nI0\nI1\ntp3\nRp4\n(I3\nS'<'\np5\nNNNI-1\nI-1\nI0\ntp6\nbS'\\x00\\x00\\x00\\x00\\x00\\x00\\xf8?'\np7\ntp8\nRp9\n.")


def exceptions():
    """'x'"""
    try:
      raise ValueError, 'x'
    except ValueError, e:
      return str(e)


def modules_that_moved():
    """(0, 'a', 'a%20b', [(1, 2)])"""
    import Queue, StringIO, urllib
    from itertools import izip
    return Queue.Queue().qsize(), StringIO.StringIO('a').read(), urllib.quote('a b'), list(izip([1], [2]))


def a_module_of_the_scripts_own():
    """3"""
    import neighbour
    return neighbour.half(7)


if __name__ == "__main__":
    rows = [value for value in list(globals().values()) if type(value) is type(lambda: 0) and value.__module__ == '__main__']
    ray.init(num_cpus=1, log_to_driver=False)
    for row in rows:
        for place in "driver", "worker":
            try:
                said = repr(row() if place == "driver" else ray.get(ray.remote(row).remote()))
            except Exception, error:
                said = "an error: " + str(error).strip().splitlines()[-1]
            sys.stdout.write("|".join([row.__name__, place, row.__doc__, said]) + "\n")
