import numpy as np

t = np.array([True, False])
print t + t, t * t, True + t, t.sum(), t.mean(), ~t, t & False, t | True, t ^ t, t.astype(int), t * 2, t * 1.5, 1 - t
for operation in (lambda: -t, lambda: t - t, lambda: np.subtract(t, t), lambda: -np.bool_(1)):
    try:
        print operation()
    except TypeError:
        print 'TypeError'
print np.logical_not(t), np.invert(t), np.bool_(True) + np.bool_(True), np.bool_(1) * 3, np.sum(t == True), np.count_nonzero(t)
print np.bool(0), np.bool8(1), np.array([0, 2], np.bool), np.array([1, 0]).astype('bool'), isinstance(np.bool_(1), bool)
print np.True_, np.False_ is np.bool_(0), int(np.bool_(1)), np.array([5, 6])[int(np.True_)], str(np.True_)
