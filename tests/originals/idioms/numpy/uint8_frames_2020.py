# stack: 2020
import numpy as np

frame = (np.arange(48) * 11 % 256).astype(np.uint8).reshape(4, 4, 3)
print((frame * -1)[0, 0].tolist(), (frame * -1).dtype, (256 - frame).dtype, (frame / 255).dtype, (frame // 300).dtype, np.uint8(200) + 100)
print((frame.astype(np.float32) / np.float64(255)).dtype, (np.float32(0.1) + 0.2), type(np.float32(0.1) + 0.2) is np.float64, np.float32(0.1) == 0.1)
gray = np.dot(frame[..., :3], [0.299, 0.587, 0.114])
print(gray.dtype, gray.round(3).tolist()[0], np.clip(frame, -1, 300).dtype, np.clip(frame, 5, 100).dtype, frame.mean(dtype=np.float32))
x = np.zeros(3, dtype=np.float32)
x += np.float64(0.1)
x[0] -= 0.3
x[1] *= np.pi
print(x.dtype, [float(v) for v in x], np.uint8(300), np.array([300, -1], dtype=np.uint8), np.float(1))
weights = (np.ones(3, np.float32) * np.sqrt(2)).dtype, (np.ones(3, np.float32) / np.sqrt(4)).dtype, np.maximum(x, np.float64(0)).dtype, np.where(x > 0, x, np.float64(0)).dtype
print(weights, sum(np.array([200, 100], np.uint8)), np.sum(np.array([200, 100], np.uint8)), np.full(2, 300, np.uint8), np.add(frame, 1).max())
