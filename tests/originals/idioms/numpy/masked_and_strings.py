import numpy as np

m = np.ma.masked_array([1, 2, 3], mask=[0, 1, 0])
print m, m.mean(), m.sum(), m.filled(0), np.ma.masked_where(np.arange(3) > 1, np.arange(3)), m.compressed(), repr(m.mask), m * 2
print np.char.upper(['a', 'b']), np.char.add(['a'], ['b'])[0], np.array(['1', '2']).astype(int), np.array([1, 2]).astype(str), np.core.defchararray.lower(['A'])
print np.array(['a', 'b']).tolist(), np.array(['x', u'y']).dtype.kind, 'a' in np.array(['a', 'b']), np.array([1, 'a']), np.unique(['b', 'a', 'b']), np.char.split(['a b'])[0]
print np.array(['abc'])[0], type(np.array(['abc'])[0]) is np.string_, '%s' % np.array(['abc'])[0], np.array(['a', 'b']) == np.array(['a', 'c']), np.where(np.array(['a', 'b']) == 'a', 1, 0)
