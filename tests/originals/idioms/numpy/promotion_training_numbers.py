import numpy as np

rng = np.random.RandomState(0)
w = rng.randn(50).astype(np.float32)
cache = np.zeros_like(w)
decay, rate = 0.99, 1e-4
for step in range(20):
    g = (rng.randn(50) / np.sqrt(50)).astype(np.float32)
    cache = decay * cache + (1 - decay) * g ** 2
    w += rate * g / (np.sqrt(cache) + 1e-5)
    w *= np.float64(0.999)
print w.dtype, cache.dtype, [float(x) for x in w[:5]]
rewards = np.float32([0, 0, 1, 0, -1])
running, out = 0, []
for r in rewards[::-1]:
    running = running * decay + r
    out.append(running)
print out, [type(x) is np.float64 for x in out]
d = np.array(out, np.float32)
d -= np.mean(d)
d /= np.std(d)
print d.dtype, [round(float(x), 6) for x in d]
loss = np.float32(0.3)
smooth = None
for k in range(3):
    smooth = loss if smooth is None else smooth * 0.99 + loss * 0.01
print smooth
