import numpy as np

a = np.zeros(4, np.float32)
for k in range(10):
    a[1] += 0.1
    a[2] += np.float64(0.1)
    a[2:] -= np.float64(0.3)
    a[a < 0] *= 1.1
print [float(x) for x in a]
b = np.zeros(4, np.uint8)
b[0] -= 1
b[1] += 300
b[2:] += 255
b[2:] += 2
print b


class Holder(object):
    def __init__(self):
        self.mean = np.float32(0)
        self.seen = np.zeros(2, np.float32)

    def add(self, x):
        self.mean += x
        self.seen += np.float64(x)
        self.seen[0] /= 3


h = Holder()
h.add(0.1)
h.add(0.2)
print h.mean, type(h.mean) is np.float64, [float(x) for x in h.seen], h.seen.dtype
