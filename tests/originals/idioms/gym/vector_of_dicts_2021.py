# stack: 2021
import gym
import numpy as np
from collections import OrderedDict
from gym import spaces
from gym.vector.utils import batch_space, concatenate, create_empty_array
class Multi(gym.Env):
    def __init__(self, n=3):
        self.n = n
        self.observation_space = spaces.Dict({'pos': spaces.Box(-1, 1, (2,), dtype=np.float32), 'k': spaces.Discrete(5), 'pair': spaces.Tuple((spaces.MultiBinary(2), spaces.MultiDiscrete([3, 4])))})
        self.action_space = spaces.Tuple((spaces.Discrete(3), spaces.Box(-1, 1, (2,), dtype=np.float32)))
    def _o(self):
        return OrderedDict([('k', self.t % 5), ('pair', (np.array([self.t % 2, 1], dtype=np.int8), np.array([self.t % 3, self.t % 4]))), ('pos', np.full(2, self.t / 10., dtype=np.float32))])
    def reset(self):
        self.t = 0
        return self._o()
    def step(self, a):
        self.t += 1
        return self._o(), float(a[0]) + float(np.sum(a[1])), self.t >= self.n, {'t': self.t, 'a': a[0]}
if __name__ == '__main__':
    for cls in gym.vector.SyncVectorEnv, gym.vector.AsyncVectorEnv:
        v = cls([lambda n=n: Multi(n) for n in (2, 3)])
        print(v.single_observation_space)
        print(v.observation_space)
        print(v.action_space)
        o = v.reset()
        print(type(o).__name__, list(o), o['k'], o['pos'].tolist(), [x.tolist() for x in o['pair']])
        for t in range(4):
            o, r, d, i = v.step([(1, np.zeros(2)), (2, np.ones(2) * .5)])
            print(o['k'], o['pos'].tolist(), [x.tolist() for x in o['pair']], r, d, i)
        v.close()
    s = Multi().observation_space
    print(batch_space(s, 2))
    e = create_empty_array(s, 2, fn=np.zeros)
    print(list(e.items()))
    env = Multi(); x = env.reset(); y = env.step((1, np.zeros(2)))[0]
    try:
        print(list(concatenate([x, y], e, s).items()))
    except TypeError:
        print(list(concatenate(s, [x, y], e).items()))
    print(batch_space(spaces.Box(0, 1, (2,)), 3), batch_space(spaces.Discrete(3), 2), batch_space(spaces.MultiBinary(2), 2), batch_space(spaces.MultiDiscrete([2, 3]), 2))
