import numpy as np

buffer = np.zeros((2, 2, 4), dtype=np.uint8)
for k in (250, 10, 255):
    frame = np.full((2, 2), k, np.uint8)
    buffer = np.append(buffer[:, :, 1:], np.expand_dims(frame, 2), axis=2)
print buffer[0, 0], buffer.dtype, np.roll(buffer, 1, axis=2)[0, 0], (buffer[:, :, -1] - buffer[:, :, -2])[0], buffer.astype(np.float32).mean().round(3), buffer.max(axis=2)[0], buffer.sum(), (buffer / 256)[0, 0]
diff = buffer[..., 3].astype('int16') - buffer[..., 2]
print diff, diff.dtype, np.abs(diff).max(), np.where(diff > 0, 255, 0).dtype, (buffer > 127).astype(np.uint8)[0, 0], buffer[0, 0, 0] + buffer[0, 0, 1] - 300, np.uint8(buffer[0, 0, 3] + 1), buffer[0, 0, 3] + np.uint8(1)
buffer[..., 0] = buffer[..., 3] * 0.5
buffer[..., 1] = 300
buffer[0, 0, 2] -= 11
print buffer[0, 0], (buffer[0, 0] * 1.0 / 255).round(3), buffer[0, 0] >> 1, buffer[0, 0] & 15, ~buffer[0, 0], 255 - buffer[0, 0], buffer[0, 0] ^ 255, -buffer[0, 0]
