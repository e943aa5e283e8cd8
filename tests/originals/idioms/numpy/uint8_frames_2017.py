# stack: 2017
import numpy as np

frame = (np.arange(48) * 11 % 256).astype(np.uint8).reshape(4, 4, 3)
print((frame * -1)[0, 0].tolist(), str((frame * -1).dtype), str((256 - frame).dtype), str((frame / 255).dtype), str((frame // 300).dtype), np.uint8(200) + 100)
print(str((frame.astype(np.float32) / np.float64(255)).dtype), type(np.float32(0.1) + 0.2) is np.float64, np.float32(0.1) == 0.1, np.float(0))
x = np.zeros(3, dtype=np.float32)
x += np.float64(0.1)
x[0] -= 0.3
x[1] *= np.pi
print([float(v) for v in x], int(np.uint8(300)), np.array([300, -1], dtype=np.uint8).tolist(), sum(np.array([200, 100], np.uint8)))
print([round(float(v), 6) for v in np.random.RandomState(0).randn(3)], np.random.RandomState(1).choice(5, 3).tolist(), np.random.RandomState(2).permutation(4).tolist())
