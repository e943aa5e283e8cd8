import numpy as np

r = np.array([(1, 2.5, 8), (3, 4.5, 9)], dtype=[('x', int), ('y', float), ('s', 'i2')])
print r, r['x'], r[0], r[0]['y'], r.dtype, r['s'], r[['x', 'y']], r.dtype.names, r[r['x'] > 1]
q = r.view(np.recarray)
print q.x, q.y, q[0].x, q.s
c = np.rec.fromarrays([[1, 2], [3.0, 4.0]], names='a,b')
print c.a, c.b, c[1], c.dtype.names, np.rec.array([(1, 2)], dtype=[('p', int), ('q', int)]).q, np.core.records.fromrecords([(1, 'a')], names='n,s').n
print np.sort(r, order='y')['x'], np.argsort(r, order='x'), np.zeros(2, dtype='i4,f4'), np.dtype('i4,(2,)f8'), np.dtype({'names': ['a'], 'formats': ['u1']}).itemsize
r['x'] += 1
r[0] = (9, 9.5, 7)
print r.tolist(), r.itemsize, np.dtype([('a', 'f4'), ('b', 'i8')], align=True).itemsize
