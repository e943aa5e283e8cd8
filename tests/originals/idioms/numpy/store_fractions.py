import numpy as np

a = np.zeros(3, int)
a[0] = 2.7
a[1:] = [1.9, -1.9]
print a
np.add(a, 0.5, out=a, casting='unsafe')
print a
a[0] = np.array([7])
a[1] = np.float32(3.5)
print a, int(np.array([2.5])), float(np.array([[3]])), '%d %.1f' % (np.array([4]), np.array([5.5]))
b = np.zeros(2, bool)
b[0] = 5
b[1] = -0.0
print b, np.array([0.5, 0]).astype(bool), np.array(3.99, dtype=int), np.int32(7.9), np.uint8(True)
