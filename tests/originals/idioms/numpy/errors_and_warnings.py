import warnings

import numpy as np

old = np.seterr(divide='ignore', invalid='ignore', over='ignore')
print np.array([1.0, 0]) / 0, np.log(0), np.float64(1) / 0, np.array([1]) / 0, np.exp(1000), np.sqrt(-1), np.int64(1) / 0
print sorted(old.items()), np.geterr()['divide']
np.seterr(all='raise')
for operation in (lambda: np.float64(1) / 0, lambda: np.array([1.0]) / 0, lambda: np.exp(np.array(1000.0))):
    try:
        operation()
    except FloatingPointError as e:
        print str(e).partition(' in ')[0]
np.seterr(**old)
with np.errstate(divide='ignore'):
    print np.float64(1) / 0
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    np.array([1.0]) / 0
    np.float64(0) / 0
    print [str(w.message).partition(' in ')[0] for w in caught], [w.category.__name__ for w in caught]
for operation in (lambda: np.zeros(2) + np.zeros(3), lambda: np.zeros((2, 2)).dot(np.zeros(3)), lambda: np.array([1, 2]).reshape(3), lambda: np.concatenate([]), lambda: np.zeros(3)[5]):
    try:
        operation()
    except (ValueError, IndexError) as e:
        print type(e).__name__, e
