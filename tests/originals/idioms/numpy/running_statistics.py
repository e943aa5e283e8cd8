import numpy as np

class Running(object):
    def __init__(self):
        self.n, self.mean, self.s = 0, np.zeros(2, np.float32), np.zeros(2, np.float32)
        self.best = np.float32(-21)

    def push(self, x):
        self.n += 1
        old = self.mean
        self.mean = old + (x - old) / self.n
        self.s += (x - old) * (x - self.mean)
        self.best = max(self.best, x[0])
        self.last = self.best * 0.99 + x.mean() * 0.01

    @property
    def std(self):
        return np.sqrt(self.s / max(self.n - 1, 1))


r = Running()
for k in range(5):
    r.push(np.array([k * 0.1, k ** 2], np.float32))
print r.mean, r.std.round(5), r.mean.dtype, r.s.dtype, type(r.last) is np.float64, '%.6f' % r.last
history = []
for k in range(4):
    history.append(np.float32(k) / 3)
print np.mean(history).dtype, np.array(history).dtype, sum(history) / len(history), np.mean(history[-2:])
