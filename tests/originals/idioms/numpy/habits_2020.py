# stack: 2020
import argparse, collections, random, pickle, os, time
from collections import deque
import numpy as np
import gym
p = argparse.ArgumentParser(); p.add_argument("--z", type=int, default=3); p.add_argument("--a", type=float, default=1e-3)
args = p.parse_args(); print(args)
np.random.seed(0); random.seed(0)
Transition = collections.namedtuple("T", "s a r")
mem = deque(maxlen=10)
for i in range(10): mem.append((np.random.rand(3), i % 2, float(i), None if i == 9 else np.random.rand(3)))
b = np.array(random.sample(mem, 4)); print(b.shape, b.dtype)
s, a, r, n = zip(*random.sample(mem, 3)); print(np.array(s).round(3).tolist(), np.array(a), np.array(r))
x = np.random.permutation(mem); print(x.shape)
print(np.vstack(np.random.rand(2) for _ in range(2)).shape, np.concatenate(list(map(np.ones, [1, 2]))))
print(np.float(3), np.int(2.7), np.bool, np.object, np.str)
print(np.issubdtype(np.float32, float) , np.array(3, copy=False), np.linspace(0, 1, 5))
with open("save.p", "wb") as f: pickle.dump({"W": np.eye(2), "t": (1, 2)}, f)
print(pickle.load(open("save.p", "rb")))
np.save("d.npy", [[1, [2, 3]], [4, [5]]]); d = np.load("d.npy", allow_pickle=True); print(d.shape, d)
print(np.percentile([1, 2, 3, 4], 50, interpolation="lower"), np.histogram([1, 2, 2], bins=2, density=True)[0])
print(np.append([1], [2, 3]), np.array([[1, 2], [3, 4]]).mean(axis=0), repr(np.float32(1.5)), np.int64(4), [np.float64(2)])
print(np.random.choice(4, p=[0.1, 0.2, 0.3, 0.4]), np.random.randint(0, 5, (2, 2)).tolist(), np.random.uniform(size=2).round(4))
print(np.array(5).tostring() == b"\x05" + b"\0" * 7, np.fromstring("1 2", sep=" "), np.array2string(np.arange(3)))
probs = np.exp([1.0, 2.0]) / np.sum(np.exp([1.0, 2.0])); print(probs)
print(np.mat([[1, 2]]) * np.mat([[1], [2]]), np.average([1, 2], weights=[3, 1]), np.product([2, 3]), np.Inf, np.NaN)
