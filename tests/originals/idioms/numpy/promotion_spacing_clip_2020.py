# stack: 2020
import numpy as np


def show(value):
    parts = value if isinstance(value, tuple) else (value,)
    print([(str(getattr(part, "dtype", type(part).__name__)), np.asarray(part).tolist()) for part in parts])


low, high = np.array([0.1, 2.3], np.float32)
both, half, byte, word = np.array([low, high]), np.float16(1.5), np.uint8(200), np.int32(7)
print(np.float)
for ends in ((low, high), (low, 1), (0, high), (np.array(low), high), (half, low), (np.int8(3), byte), (both, 1), (0.5, both)):
    show(np.linspace(*ends, num=3))
show(np.linspace(low, high, 4, dtype=np.float32))
show(np.linspace(low, high, 4, retstep=True))
show(np.linspace(start=low, stop=np.complex64(1 + 1j), num=3, endpoint=False))
show(np.logspace(low, high, 4))
show(np.logspace(-3, low, 3, base=np.float32(2)))
show(np.logspace(np.float32(-3), 1, 5, dtype=np.float32))
show(np.digitize(np.array([0.5, 2], np.float32), np.linspace(low, high, 4)))
show(np.arange(low, high, low)[:4])
for value in (low, high, np.array(high), half, byte, word, np.int8(3), 1.5, both):
    show(np.clip(value, -1, 1))
    show(np.clip(value, 0.0, 100.0))
show(np.clip(1.5, both, both))
show(np.clip(1, low, high))
show(np.clip(high, None, 1))
show(np.clip(high, low, low))
show(np.clip(byte, 0, 300))
show(np.clip(low, np.array([-1.0, 0.5]), 1))
show(np.clip(both, np.float64(-1), np.float64(1.1)))
show(np.clip(both, np.array(0.0), 1, out=both.copy()))
show(low.clip(-1, 1))
show(high.clip(max=1.0, min=-1.0))
show(both.clip(np.float64(0.5), 300))
