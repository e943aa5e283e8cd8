# stack: 2016
"""Policy gradients in one process, as one wrote it in Python 2 in summer 2016; seeded, and told how many games."""
import sys

import cPickle as pickle
import gym
import numpy as np

games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
game_id = sys.argv[2] if len(sys.argv) > 2 else "PongDeterministic-v4"

H = 200  # number of hidden neurons
batch_size = 2
learning_rate = 1e-4
gamma = 0.99
decay_rate = 0.99
D = 80 * 80

np.random.seed(0)
model = {}
model['W1'] = np.random.randn(H, D) / np.sqrt(D)
model['W2'] = np.random.randn(H) / np.sqrt(H)
grad_buffer = { k : np.zeros_like(v) for k, v in model.iteritems() }
rmsprop_cache = { k : np.zeros_like(v) for k, v in model.iteritems() }

def sigmoid(x):
  return 1.0 / (1.0 + np.exp(-x))

def prepro(I):
  """ 210x160x3 uint8 frame into 6400 (80x80) 1D float vector """
  I = I[35:195]
  I = I[::2,::2,0]
  I[I == 144] = 0
  I[I == 109] = 0
  I[I != 0] = 1
  return I.astype(np.float).ravel()

def discount_rewards(r):
  discounted_r = np.zeros_like(r)
  running_add = 0
  for t in reversed(xrange(0, r.size)):
    if r[t] != 0: running_add = 0
    running_add = running_add * gamma + r[t]
    discounted_r[t] = running_add
  return discounted_r

def policy_forward(x):
  h = np.dot(model['W1'], x)
  h[h<0] = 0
  return sigmoid(np.dot(model['W2'], h)), h

def policy_backward(eph, epx, epdlogp):
  dW2 = np.dot(eph.T, epdlogp).ravel()
  dh = np.outer(epdlogp, model['W2'])
  dh[eph <= 0] = 0
  return {'W1':np.dot(dh.T, epx), 'W2':dW2}

env = gym.make(game_id)
env.seed(0)
observation = env.reset()
prev_x = None
xs,hs,dlogps,drs = [],[],[],[]
running_reward = None
reward_sum = 0
episode_number = 0
while episode_number < games:
  cur_x = prepro(observation)
  x = cur_x - prev_x if prev_x is not None else np.zeros(D)
  prev_x = cur_x

  aprob, h = policy_forward(x)
  action = 2 if np.random.uniform() < aprob else 3
  xs.append(x)
  hs.append(h)
  y = 1 if action == 2 else 0
  dlogps.append(y - aprob)

  observation, reward, done, info = env.step(action)
  reward_sum += reward
  drs.append(reward)
  if reward != 0:
    print ('ep %d: rally finished at %d, reward: %f' % (episode_number, len(drs), reward)) + ('' if reward == -1 else ' !')

  if done:
    episode_number += 1
    epx, eph, epdlogp, epr = np.vstack(xs), np.vstack(hs), np.vstack(dlogps), np.vstack(drs)
    steps = len(drs)
    xs,hs,dlogps,drs = [],[],[],[]
    discounted_epr = discount_rewards(epr)
    discounted_epr -= np.mean(discounted_epr)
    discounted_epr /= np.std(discounted_epr)
    epdlogp *= discounted_epr
    grad = policy_backward(eph, epx, epdlogp)
    for k in model: grad_buffer[k] += grad[k]
    running_reward = reward_sum if running_reward is None else running_reward * 0.99 + reward_sum * 0.01
    print 'game', episode_number, 'of', steps, 'steps; total', reward_sum, 'running mean: %f' % running_reward

    if episode_number % batch_size == 0:
      for k,v in model.iteritems():
        g = grad_buffer[k]
        rmsprop_cache[k] = decay_rate * rmsprop_cache[k] + (1 - decay_rate) * g**2
        model[k] += learning_rate * g / (np.sqrt(rmsprop_cache[k]) + 1e-5)
        grad_buffer[k] = np.zeros_like(v)
      print 'update %d: W1 %.8g, W2 %.8g' % (episode_number / batch_size, np.abs(model['W1']).sum(), np.abs(model['W2']).sum())
    if episode_number % 100 == 0:
      pickle.dump(model, open('save.p', 'wb'))
    reward_sum = 0
    observation = env.reset()
    prev_x = None
