import numpy as np

rng = np.random.RandomState(5)
theta = rng.randn(6).astype(np.float32)
m, v = np.zeros_like(theta), np.zeros_like(theta)
beta1, beta2, rate = 0.9, 0.999, np.float64(0.01)
for t in range(1, 11):
    g = theta * 2 - np.float64(0.5)
    m = beta1 * m + (1 - beta1) * g
    v = beta2 * v + (1 - beta2) * (g * g)
    corrected = rate * np.sqrt(1 - beta2 ** t) / (1 - beta1 ** t)
    theta -= corrected * m / (np.sqrt(v) + 1e-8)
print theta.dtype, m.dtype, v.dtype, g.dtype, [float(x) for x in theta]
norm = np.sqrt(sum(np.sum(p ** 2) for p in (m, v)))
print type(norm) is np.float64, '%.6f' % norm, type(np.sum(m ** 2) * 0.5) is np.float64, (m * min(1.0, 0.5 / norm)).dtype
