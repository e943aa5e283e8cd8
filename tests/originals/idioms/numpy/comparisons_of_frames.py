import numpy as np

a = (np.arange(12) * 23 % 256).astype(np.uint8).reshape(3, 4)
b = a.copy()
b[1, 1] += 1
print (a == b).all(), (a != b).sum(), np.array_equal(a, b), a[a > 200], (a > 300).any(), (a < 256).all(), (a >= -5).all(), a == 23, (a == 23.0).sum(), np.where(a == a.max()), (a == b)[1]
print a == np.zeros((2, 2)), a != np.zeros(5), a == 'frame', None == a[0], a[0] in a, [0, 23] == [0, 23], (a[0] == [0, 23, 46, 69]).all(), a is a, a[0, 0] == False, a[0, 1] == True, a[0, 1] is 23
print np.any(a[0] != b[0]), (a[1] == b[1]).tolist(), max(a[0]), sorted(set(a.ravel()))[:3], np.unique(a).size, a.tolist() == b.tolist(), (a - b)[1], (a.astype(int) - b)[1], np.abs(a - b).sum(), cmp(a[0, 0], a[0, 1]), a[0, 1] > 22.5
