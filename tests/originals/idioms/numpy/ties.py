import numpy as np

# The best of a population whose returns are equal, as those of CartPole are.
returns = np.array([200., 200., 10., 200., 35., 200., 9., 200., 41., 200., 200., 12., 200., 77., 200., 200., 15., 200., 200., 20.])
population = np.arange(20)
print 'best', returns.argsort()[::-1][:5], np.argsort(returns)[-5:], np.argsort(-returns)[:5]
print 'population', population[np.argsort(returns)[-8:]]
print 'partition', np.argpartition(returns, 15), np.argpartition(returns, -5)[-5:], returns.argpartition([3, 12])
print 'kinds', returns.argsort(kind='quicksort'), returns.argsort(kind='mergesort')

rs = np.random.RandomState(3)
for size in 16, 17, 18, 30, 64, 129, 500:
    for kinds in 2, 5:
        for dtype in 'f8', 'f4', 'i8', 'i4', 'i2', 'u1', 'f2', '?', 'c16':
            values = rs.randint(kinds, size=size).astype(dtype)
            order = values.argsort()
            part = np.argpartition(values, size // 3)
            print size, kinds, dtype, order[:4], order[-4:], (order * np.arange(size)).sum(), (part * np.arange(size)).sum()

table = rs.randint(4, size=(21, 23)).astype('f8')
for axis in 0, 1, -1, None:
    print 'axis', axis, (table.argsort(axis) * 3.).sum(), np.argsort(table, axis).ravel()[:30]
    print np.argpartition(table, 7, axis=axis).ravel()[:30]
table[::3] = np.nan
print 'nan', table[:, 2].argsort(), np.argsort(np.where(table[2] > 1, -0., 0.))
rows = np.array([(i % 3, i % 2) for i in range(25)], dtype=[('a', 'f8'), ('b', 'i4')])
print 'fields', rows.argsort(order='a'), rows.argsort(order=['b', 'a'])
strings = np.array(['b', 'a', 'c'] * 8)
print 'strings', strings.argsort(), np.array([3, 1, 2] * 8, dtype=object).argsort()
print 'lexsort', np.lexsort((returns, returns)), 'unique', np.unique(returns, return_index=True)[1], np.searchsorted(np.sort(returns), 200)
print 'reversed and strided', returns[::-1].argsort()[-6:], np.repeat(returns, 2)[::2].argsort()[-6:]
