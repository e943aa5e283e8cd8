import numpy as np
print np.asscalar(np.array([24]))
print np.rank(np.zeros((2, 3)))
