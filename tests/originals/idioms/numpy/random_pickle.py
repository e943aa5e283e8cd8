import cPickle as pickle

import numpy as np

r = np.random.RandomState(3)
r.randn()
copy = pickle.loads(pickle.dumps(r, 2))
print r.rand() == copy.rand(), r.randn() == copy.randn(), copy.randint(5)
s = r.get_state()
q = np.random.RandomState()
q.set_state(s)
print q.rand() == r.rand(), q.normal(size=2), r.normal(size=2)
