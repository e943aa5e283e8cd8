# Functions that NumPy left to the C library, in all digits.
import numpy as np

x = np.array([-2.75, -1.1, -.3, .1, .7, 1.3, 2.2, 5.9, 11.])
y = np.abs(x)
rows = [np.exp(x), np.tanh(x), np.log(y), np.log2(y), np.log10(y), np.log1p(y), np.expm1(x), np.exp2(x), y ** .3, np.power(y, x)]
rows += [np.sinh(x), np.cosh(x), np.arctan(x), np.arcsin(x / 12), np.arccos(x / 12), np.arcsinh(x), np.tan(x), np.cbrt(x)]
rows += [1 / (1 + np.exp(-x)), np.exp(x) / np.exp(x).sum()]
for row in rows:
    print ' '.join(['%.17g' % number for number in row])
for row in [np.exp(x.astype('f4')), np.tanh(x.astype('f4')), np.log(y.astype('f4')), np.sin(x.astype('f4')), np.cos(x.astype('f4'))]:
    print ' '.join(['%.9g' % number for number in row]), row.dtype
