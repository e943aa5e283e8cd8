import numpy as np

a = np.arange(24).reshape(2, 3, 4)
print a[[slice(0, 2), 1]].shape, a[None].shape, a[..., 0], a[1, ::-1, 2], a[[0, 1], [1, 2]], a[a > 20], a[-1][-1][-1]
print a[[0, 1]].shape, a[(0, 1)].shape, a[[[0, 1], [1, 2]]].shape, a[:, [True, False, True]].shape, a[[True, False]].shape
index = [slice(None)] * 3
index[2] = 1
print a[index], a[tuple(index)].shape, a[[0, Ellipsis, 1]].shape, a[[None, 0]].shape
b = np.arange(5)
b[[1, 1, 2]] += 10
print b, b[np.array([0, 2], dtype=np.uint8)], b[np.where(b > 3)], b[np.nonzero(b)[0]], b.take([0, 9], mode='clip')
for bad in (1.0, np.float64(2), 'x', [0.5]):
    try:
        print b[bad]
    except (IndexError, ValueError) as e:
        print type(e).__name__
print np.arange(10)[2:-2:3], b[np.int64(1)], b[True].shape, b[np.newaxis, :].shape, b[()].shape, [1, 2, 3][np.int64(1)], 'abc'[np.int32(0)]
c = np.zeros((3, 3))
c[np.ix_([0, 2], [0, 2])] = 1
c[range(3), range(3)] = 5
print c, np.arange(4)[np.array([1, 0], bool).repeat(2)], b.flat[2], b.item(1), np.diag(c), np.ravel_multi_index((1, 2), (3, 3))
