import cPickle as pickle
import numpy as np

resume = False
if resume:
    model = pickle.load(open('save.p', 'rb'))
else:
    model = {'W1': np.zeros((2, 3)), 'W2': np.ones(2)}
pickle.dump(model, open('save.p', 'wb'))
print sorted(model.keys()), pickle.load(open('save.p'))['W2']
