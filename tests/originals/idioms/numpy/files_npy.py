import numpy as np

np.save('a', np.arange(3))
np.savez('b', np.eye(2), x=np.arange(2))
np.savez_compressed('c.npz', y=np.float32([1]))
print np.load('a.npy'), np.load('b.npz').files, np.load('b.npz')['x'], np.load('b.npz')['arr_0'], sorted(np.load('c.npz').keys())
np.save('d.npy', {'a': 1, 'b': [1, 2]})
print sorted(np.load('d.npy', allow_pickle=True).item().items())
np.save('e.npy', [np.zeros(2), np.zeros(3)])
print np.load('e.npy', allow_pickle=True).shape
with open('f.npy', 'wb') as f:
    np.save(f, np.arange(2))
    np.save(f, np.arange(3))
with open('f.npy', 'rb') as f:
    print np.load(f), np.load(f)
z = np.load('b.npz')
print 'x' in z, len(z.files), z.f.x, [k for k in z]
print np.load('a.npy', mmap_mode='r').sum()
