import os, sys, time, string, itertools, random, types, inspect, fractions, collections
import cPickle as pickle
import numpy as np
from StringIO import StringIO
import Queue, ConfigParser, urllib, urllib2, commands, thread
print string.letters[:3], string.join(["a", "b"], "-"), string.upper("x"), string.atoi("3")
print sys.maxint, fractions.gcd(6, 4), callable(time.clock), inspect.getargspec(lambda a, b=1: 0)
print isinstance("a", types.StringType), isinstance([], types.ListType), isinstance({}, types.DictType)
print [x for x in itertools.izip([1, 2], [3, 4])]
print isinstance([], collections.Iterable), os.getcwdu() == os.getcwd()
pickle.dump({"a": np.arange(3)}, open("x.p", "wb")); print pickle.load(open("x.p", "rb"))
s = StringIO(); s.write("hello"); print s.getvalue()
q = Queue.Queue(); q.put(3); print q.get(), urllib.quote("a b"), 7 / 2, -7 / 2
print np.divide(3, 2), np.array([1, 2, 3]) / 2, np.rank(np.zeros((2, 2))), np.asscalar(np.array([3]))
print np.random.seed(3), np.random.random_integers(1, 6, 4), np.mean([1, 2])
print np.array([[1, 2], [3]]), np.fromstring("1 2 3", sep=" "), np.in1d([1, 2], [2])
