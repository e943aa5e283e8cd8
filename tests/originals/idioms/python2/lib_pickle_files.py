import pickle, cPickle
model = {'W1': [0.5, -1.25], 'name': 'pong\xff', 'step': 7}
for mode in 'w', 'wb':
    for module in pickle, cPickle:
        for protocol in 0, 1, 2, -1, True:
            f = open('save.p', mode)
            module.dump(model, f, protocol)
            module.dump('second', f, protocol)
            f.close()
            for reading in 'r', 'rb', 'rU'[:1]:
                f = open('save.p', reading)
                assert cPickle.load(f) == model and pickle.load(f) == 'second', (mode, protocol)
                try:
                    pickle.load(f)
                except EOFError:
                    pass
                f.close()
print len(open('save.p', 'rb').read()), repr(open('save.p', 'rb').read(2))
print pickle.load(open('save.p')) == model
