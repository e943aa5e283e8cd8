import numpy as np

a = np.array([1.23456789, 1e-7, 12345.678])
np.set_printoptions(precision=3)
print a, np.float64(1.23456789)
np.set_printoptions(suppress=True)
print a
np.set_printoptions(threshold=5, edgeitems=2)
print np.arange(10), np.arange(30).reshape(10, 3)
np.set_printoptions(linewidth=30, threshold=1000)
print np.arange(20)
np.set_printoptions(formatter={'float': lambda x: '%.1f!' % x})
print a
np.set_printoptions(formatter=None, precision=8, suppress=False, linewidth=75, edgeitems=3)
print a, sorted(np.get_printoptions())[:3]
np.set_printoptions(sign=' ')
print np.array([1., 2.])
np.set_printoptions(threshold=np.inf, sign='-')
print len(str(np.arange(3000)))
