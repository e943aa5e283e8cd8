import numpy as np


def show(value):
    print getattr(value, "dtype", type(value).__name__), np.asarray(value).tolist()


low, high = np.array([0.1, 2.3], np.float32)
both, byte, word = np.array([low, high]), np.uint8(200), np.int32(7)
for ends in ((low, high), (low, 1), (0, high), (np.int8(3), byte)):
    show(np.linspace(*ends, num=3))
    show(np.logspace(*ends, num=2, base=1.5))
for value in (low, high, np.array(high), byte, word, np.int8(3), 1.5, both):
    show(np.clip(value, -1, 1))
    show(np.clip(value, 0.0, 1.5))
show(np.clip(byte, 0, 300))
show(np.clip(1.5, both, both))
show(np.clip(low, np.array([-1.0, 0.5]), 1))
show(low.clip(-1, 1))
show(both.clip(np.float64(0.5), 300))
