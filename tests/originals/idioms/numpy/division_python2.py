import numpy as np

a = np.array([7, -7, 8])
print a / 2, a / 2.0, a // 2, a % 3, -7 / 2, np.int64(7) / 2, np.int32(-7) / np.int32(2), np.float32(7) / 2, 7 / np.float64(2)
print a / np.array([2, 2, 3]), np.divide(a, 2), np.true_divide(a, 2), a / np.float32(2), (a / np.float32(2)).dtype
u = np.array([7, 200], np.uint8)
print u / 2, u / 300, u / -2, (u / 300).dtype, u / np.uint8(3), u / 2.0, (u / np.float32(2)).dtype
a /= 2
print a, a.dtype
b = np.arange(4.0)
b /= 2
print b
c = 7
c /= np.int64(2)
print c, [1, 2][3 / 2], 'x' * (5 / 2), np.zeros(7 / 2)
