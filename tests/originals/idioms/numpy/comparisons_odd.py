import numpy as np

a = np.arange(3)
print a == None, a != None, a == 'x', a != 'x', a == [0, 1, 2], a == [1, 2], a != [1, 2], (a == (0, 5, 2)).all()
print np.array(['a', 'b']) == 'a', np.array([None, 1]) == None, a is None, 2 in a, 'x' in ['x', a][:1], [0, 1] == [0, 1]
print bool(np.array([])), bool(np.array([0])), bool(np.array([[3]])), 'yes' if np.zeros(0) else 'no', not np.array([])
x = np.array([])
while x:
    break
else:
    print 'empty'
if x or a.any():
    print 'any'
try:
    if a:
        pass
except ValueError as e:
    print e
print np.array_equal(a, [0, 1, 2]), np.allclose(a, a + 1e-9), np.any(a == 1), np.all(a >= 0), np.isnan(np.nan), np.isclose(0.1, 0.1 + 1e-12)
print max(a), min(a), sorted(a)[::-1], sum(a), abs(-a), list(reversed(a)), a.max() > 1.5, np.float64(1) == 1, np.bool_(True) is True
