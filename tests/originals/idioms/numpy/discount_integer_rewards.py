import numpy as np

r = np.array([0, 0, 1, 0, -1])
out = np.zeros_like(r)
running = 0
for t in reversed(xrange(0, r.size)):
    running = running * 0.99 + r[t]
    out[t] = running
print out, out.dtype
out = np.zeros_like(r, dtype=np.float32)
for t in reversed(range(len(r))):
    running = running * 0.9 + r[t]
    out[t] = running
print out
out = out - out.mean()
out = out / (out.std() + 1e-8)
print out.dtype, out.round(5)
