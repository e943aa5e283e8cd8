from gym import utils
from gym.utils import EzPickle, colorize
import pickle
print utils.colorize("text", "red"), colorize("text", "green", bold=True, highlight=True)

class Animal(EzPickle):
    def __init__(self, kind, legs=4):
        EzPickle.__init__(self, kind, legs=legs)
        self.kind, self.legs = kind, legs

copy = pickle.loads(pickle.dumps(Animal("bird", legs=2)))
print copy.kind, copy.legs
from gym.utils.json_utils import json_encode_np
import json
import numpy as np
print json.dumps({"a": np.arange(3), "b": np.float32(0.5)}, default=json_encode_np, sort_keys=True)
from gym.utils.closer import Closer
from gym.utils.atomic_write import atomic_write
with atomic_write("file.txt") as f:
    f.write("hello")
print open("file.txt").read()
