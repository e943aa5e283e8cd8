import numpy as np
value = np.float
