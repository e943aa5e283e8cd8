import cPickle
import pickle

import numpy as np

model = {'W1': np.random.RandomState(0).randn(2, 2), 'W2': np.float32([1, 2])}
for module in (pickle, cPickle):
    for protocol in (0, 1, 2):
        module.dump(model, open('save.p', 'wb'), protocol)
        back = module.load(open('save.p', 'rb'))
        print sorted(back), back['W1'], back['W2'].dtype
cPickle.dump(model, open('save2.p', 'w'))
print sorted(cPickle.load(open('save2.p')))
model['W1'].dump('w.pkl')
print np.load('w.pkl', allow_pickle=True), cPickle.loads(model['W2'].dumps())
for k, v in sorted(model.iteritems()):
    print k, v.shape
print dict((k, np.zeros_like(v)) for k, v in model.iteritems())['W2']
