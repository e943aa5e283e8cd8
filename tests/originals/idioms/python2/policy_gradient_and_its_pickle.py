#!/usr/bin/env python
"""Karpathy-like policy gradient on a toy problem."""
import numpy as np
import cPickle as pickle
import os
H = 10
D = 6 * 6
np.random.seed(1)
model = {}
model['W1'] = np.random.randn(H,D) / np.sqrt(D)
model['W2'] = np.random.randn(H) / np.sqrt(H)
grad_buffer = { k : np.zeros_like(v) for k,v in model.iteritems() }
rmsprop_cache = { k : np.zeros_like(v) for k,v in model.iteritems() }
def sigmoid(x):
  return 1.0 / (1.0 + np.exp(-x))
def prepro(I):
  I = I[::2,::2]
  I[I == 144] = 0
  I[I != 0] = 1
  return I.astype(np.float).ravel()
def discount_rewards(r):
  discounted_r = np.zeros_like(r)
  running_add = 0
  for t in reversed(xrange(0, r.size)):
    if r[t] != 0: running_add = 0
    running_add = running_add * 0.99 + r[t]
    discounted_r[t] = running_add
  return discounted_r
xs, hs, dlogps, drs = [], [], [], []
running_reward = None
for ep in xrange(5):
  for t in xrange(30):
    I = np.random.randint(0, 255, (12, 12)).astype(np.uint8)
    x = prepro(I)
    h = np.dot(model['W1'], x)
    h[h<0] = 0
    p = sigmoid(np.dot(model['W2'], h))
    y = 1 if np.random.uniform() < p else 0
    xs.append(x); hs.append(h); dlogps.append(y - p); drs.append(1.0 if t % 7 == 0 else 0.0)
  epx, eph, epdlogp, epr = map(np.vstack, (xs, hs, dlogps, drs))
  xs,hs,dlogps,drs = [],[],[],[]
  d = discount_rewards(epr)
  d -= np.mean(d)
  d /= np.std(d)
  epdlogp *= d
  dW2 = np.dot(eph.T, epdlogp).ravel()
  dh = np.outer(epdlogp, model['W2'])
  dh[eph <= 0] = 0
  grad = {'W1': np.dot(dh.T, epx), 'W2': dW2}
  for k in model: grad_buffer[k] += grad[k]
  for k,v in model.iteritems():
    g = grad_buffer[k]
    rmsprop_cache[k] = 0.99 * rmsprop_cache[k] + 0.01 * g**2
    model[k] += 1e-3 * g / (np.sqrt(rmsprop_cache[k]) + 1e-5)
    grad_buffer[k] = np.zeros_like(v)
  reward_sum = epr.sum()
  running_reward = reward_sum if running_reward is None else running_reward * 0.99 + reward_sum * 0.01
  print 'resetting env. episode reward total was %f. running mean: %f' % (reward_sum, running_reward)
  print 'ep', ep, 'p', float(p), model['W2'].sum(), '%s' % model['W2'].sum(), type(reward_sum)
pickle.dump(model, open('save.p', 'wb'))
print sorted(pickle.load(open('save.p', 'rb')).keys()), os.path.exists('save.p')
