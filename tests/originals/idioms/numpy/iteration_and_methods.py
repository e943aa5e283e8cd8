import numpy as np

a = np.arange(6).reshape(2, 3)
print [int(x) for x in a.flat], [row.tolist() for row in a], list(np.ndenumerate(a))[:2], [i for i in np.ndindex(2, 2)], zip(*a), map(int, a[0])
it = np.nditer(a, flags=['multi_index'])
while not it.finished:
    print it[0], it.multi_index,
    it.iternext()
print
print a.ptp(), a.ptp(axis=1), a.tostring() == a.tobytes(), a.itemset(0, 9), a.item(0), a.newbyteorder().dtype, a.nbytes, a.ravel()[:2].tolist(), a.flatten().shape
print a.T.shape, a.transpose(1, 0).shape, a.swapaxes(0, 1).shape, a.reshape(-1).shape, a.reshape(3, -1).shape, a.astype('f4').dtype, a.astype(np.float).dtype, a.view('u1').shape
print a.max(0), a.argmax(1), a.cumsum(), a.prod(), a.any(), a.all(1), a.repeat(2)[:3], a.take([0, 1]), a.round(1), a.clip(1, 4), a.nonzero()[0], a.diagonal(), a.trace()
print a.choose([10] * 10).shape, a.compress([1, 0], axis=0), a.searchsorted is not None, a.copy().sort(), a.squeeze().shape, a.fill(2), a, a.mean(1), a.std(), a.var(axis=0), a.dot([1, 1, 1])
a.resize(3, 2)
print a.shape, np.resize(a, (2, 2)), a.tolist(), len(a), a.size, a.ndim, a.strides, a.flags['C_CONTIGUOUS'], a.base is None, a.real[0], a.sum(axis=-1), a.sum(0, keepdims=True)
