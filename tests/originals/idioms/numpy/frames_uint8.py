import numpy as np

frame = (np.arange(48) * 11 % 256).astype(np.uint8).reshape(4, 4, 3)
grey = frame[:, :, 0] * 0.299 + frame[:, :, 1] * 0.587 + frame[:, :, 2] * 0.114
print grey.dtype, grey.round(3)
print (frame / 255).dtype, (frame / 255).max(), (frame / 255.0).dtype, frame.mean(), (frame.mean(axis=2) / 255).round(4)
I = frame[::2, ::2, 0]
I[I == 0] = 1
I[I > 100] = 0
print I, I.astype(np.float).ravel()
diff = frame[1:] - frame[:-1]
print diff[0, 0], (frame[0, 0] - 20), (frame.astype(int) - 20)[0, 0], frame[0] * 2 - 1
print (frame * -1)[0, 0], (255 - frame)[0, 0], (256 - frame)[0, 0], (256 - frame).dtype, frame[0, 0, 0] - 1
print np.uint8(300), np.uint8(-1), np.int8(200), np.array([300, -1]).astype(np.uint8), np.uint8(3.7), np.uint8([1.5, 260])
