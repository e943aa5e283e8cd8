import operator
import random
from operator import add, mul
from random import gauss

import numpy as np


def show(value):
    parts = value if isinstance(value, (tuple, list)) else (value,)
    print [(getattr(part, "dtype", type(part).__name__), np.asarray(part).tolist()) for part in parts]


low, high = np.array([0.1, 2.3], np.float32)
both, byte = np.array([low, high]), np.uint8(200)
show(divmod(high, 1))
show(divmod(high, 0.5))
show(divmod(5, high))
show(divmod(both, 2)[1])
show(divmod(byte, 7))
show((pow(low, 2), pow(low, 2.0), pow(2, high), pow(both, 2.5), pow(2, 10, 7), pow(byte, 2)))
show((high % 1, 5 % high, both % 0.7, byte % 7))
show((operator.add(low, 0.2), operator.mul(low, 3), operator.sub(1, low), operator.mod(high, 1), operator.pow(low, 2)))
show((operator.truediv(low, 3), operator.floordiv(high, 0.5), operator.or_(byte, 300), operator.iadd(low, 1), add(byte, 100)))
show(map(operator.mul, [low, high], [2, 0.5]))
show((reduce(operator.mul, [low, 2, 0.5]), reduce(add, both, 0), reduce(mul, both)))
show(operator.add(both, 0.1))
show((operator.div(low, 3), operator.__add__(low, 1), operator.itemgetter(0)(both), operator.neg(low)))
print operator.add("a", "b"), operator.add([1], [2]), operator.concat([1], [2]), operator.isCallable(len), operator.lt(1, 2)
random.seed(3)
show((random.uniform(low, 1), random.uniform(low, high), random.uniform(-high, high), random.uniform(0, 1)))
show((random.gauss(0, low), gauss(low, high), random.normalvariate(low, high), random.expovariate(high)))
show((random.triangular(0, 1), random.uniform(np.array([0.5]), 1), random.randint(0, byte)))
