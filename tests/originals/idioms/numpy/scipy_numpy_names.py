import numpy as np
import scipy
import scipy as sp

print sp.zeros(2), sp.array([1, 2]).sum(), sp.mean([1, 2]), sp.pi > 3, sp.log(1), sp.sqrt(4), sp.sqrt(-1), sp.random.RandomState(0).rand(1), scipy.arange(3), scipy.dot([1, 2], [3, 4]), sp.inf, sp.nan
print scipy.exp(0), sp.linspace(0, 1, 3), sp.eye(2), sp.sum([1, 2]), sp.float64(2), sp.where([True, False])[0], np.round(sp.log10(-10), 6), sp.power(2, 3), sp.isnan(1.0), sp.polyfit([0, 1], [0, 1], 1).round(4), sp.maximum(1, 2)
scipy.random.seed(1)
print scipy.randn(1), scipy.rand(1), scipy.float32(1) * 2.0, type(scipy.float32(1) * 2.0) is np.float64, scipy.ones(2, 'u1') * 300
