import numpy as np

for value in (np.array([]), np.zeros(0, int), np.array([0.0]), np.array([[2]]), np.float32(0), np.array(True)):
    print 'yes' if value else 'no',
    print bool(value), not value,
    if value:
        print 'if',
    print
buffer = []
if not buffer or np.array([]):
    print 'empty'
class Policy(object):
    def __init__(self):
        self.memory = np.zeros((0, 4))

    def ready(self):
        return len(self.memory) > 0 and self.memory

p = Policy()
while not p.memory:
    p.memory = np.ones((1, 1))
assert p.memory
print p.ready(), [x for x in (np.array([]), np.array([1])) if x]
