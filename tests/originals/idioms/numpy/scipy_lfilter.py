import numpy as np
import scipy.signal
from scipy.signal import lfilter


def discount(x, gamma):
    return scipy.signal.lfilter([1], [1, -gamma], x[::-1], axis=0)[::-1]


r = np.array([0, 0, 1, 0, -1, 0, 0, 1.0])
print discount(r, 0.99).round(8), discount(np.float32([1, 0, 1]), 0.5).dtype, discount(np.array([0, 1, 0]), 0.9)
print lfilter([1.0], [1.0, -0.5], [1.0, 0, 0]), lfilter([1, 1], 1, [1, 2, 3.0]), lfilter([1], [1, -0.9], np.eye(2), axis=0)
d = discount(r, 0.99)
d -= d.mean()
d /= d.std() + 1e-8
print d.round(6)
print scipy.signal.convolve2d(np.ones((2, 2)), [[1, 0], [0, 1]]), scipy.signal.medfilt([1.0, 9, 2, 8, 3], 3), scipy.signal.fftconvolve([1, 2], [1, 1]).round(6)
print scipy.signal.resample([1, 2, 3, 4], 2).round(6), scipy.signal.butter(2, 0.5)[0].round(6), scipy.signal.correlate([1, 2], [1, 2])
