""" the arithmetic of a policy gradient in float32 and float64, as scripts wrote it """
import numpy as np

np.random.seed(0)
H, D = 10, 16
model = {}
model['W1'] = np.random.randn(H, D) / np.sqrt(D)
model['W2'] = np.random.randn(H) / np.sqrt(H)
grad_buffer = {k: np.zeros_like(v) for k, v in model.iteritems()}
rmsprop_cache = {k: np.zeros_like(v) for k, v in model.iteritems()}


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def prepro(I):
    I = I[::2, ::2, 0]
    I[I == 144] = 0
    I[I == 109] = 0
    I[I != 0] = 1
    return I.astype(np.float).ravel()


def discount_rewards(r, gamma=0.99):
    discounted_r = np.zeros_like(r)
    running_add = 0
    for t in reversed(xrange(0, r.size)):
        if r[t] != 0:
            running_add = 0
        running_add = running_add * gamma + r[t]
        discounted_r[t] = running_add
    return discounted_r


xs, hs, dlogps, drs = [], [], [], []
prev = None
for step in range(30):
    frame = (np.random.rand(8, 8, 3) * 150).astype(np.uint8)
    cur = prepro(frame)
    x = cur - prev if prev is not None else np.zeros(D)
    prev = cur
    h = np.dot(model['W1'], x)
    h[h < 0] = 0
    p = sigmoid(np.dot(model['W2'], h))
    action = 2 if np.random.uniform() < p else 3
    y = 1 if action == 2 else 0
    xs.append(x)
    hs.append(h)
    dlogps.append(y - p)
    drs.append([0, 0, 1, -1][step % 4])
epx, eph, epdlogp, epr = np.vstack(xs), np.vstack(hs), np.vstack(dlogps), np.vstack(drs)
d = discount_rewards(epr)
print d.dtype, d.ravel()[:8]
d = discount_rewards(epr.astype(float))
d -= np.mean(d)
d /= np.std(d)
epdlogp *= d
dW2 = np.dot(eph.T, epdlogp).ravel()
dh = np.outer(epdlogp, model['W2'])
dh[eph <= 0] = 0
grad = {'W1': np.dot(dh.T, epx), 'W2': dW2}
for k in model:
    grad_buffer[k] += grad[k]
    g = grad_buffer[k]
    rmsprop_cache[k] = 0.99 * rmsprop_cache[k] + (1 - 0.99) * g ** 2
    model[k] += 1e-4 * g / (np.sqrt(rmsprop_cache[k]) + 1e-5)
    grad_buffer[k] = np.zeros_like(model[k])
print model['W2'].round(7), model['W1'].sum().round(7)
