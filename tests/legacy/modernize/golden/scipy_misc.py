import numpy as np
import scipy.misc
from scipy.misc import imresize, factorial

image = np.arange(64, dtype=np.uint8).reshape(8, 8)
small = imresize(image, (4, 4))
print(small.shape, small.dtype, factorial(5), scipy.misc.logsumexp([0.0, 0.0]))
