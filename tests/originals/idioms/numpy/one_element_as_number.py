import math
import random

import numpy as np

one, three = np.array([2.567]), np.array([3])
print round(one, 1), round(one), round(one, ndigits=2), long(one), map(long, [one]), map(int, np.array([[1.5], [2.5]]))
print range(three), list(xrange(three)), range(1, np.array([[3]])), [i for i in xrange(three)], chr(np.array([65]))
print hex(np.array([65])), oct(np.array([8])), unichr(np.array([65])) == u"A", sum(map(float, np.ones((3, 1))))
print sorted([np.array([2]), np.array([1])], key=float), eval("int(one)"), math.log(one), np.int64(one), type(np.int64(one))
exec "y = float(one)"
print y, ",".join(map(str, map(float, [one, one]))), [float(x) for x in np.ones((2, 1))], np.float64(one), np.float(one)
random.seed(0)
print random.randint(0, np.array([5])), "%s %d %5.1f" % (one, one, one)
table = np.zeros((2, 2))
table[1] = [np.array([1]), np.array([2])]
print table.tolist(), np.array([1.0, np.array([2.0])], dtype=float)
kind = long
print kind(one), (lambda convert=int: convert(one))(), {"f": float}["f"](one), [convert(one) for convert in (int, long)]
for i in range(three):
    print i,
