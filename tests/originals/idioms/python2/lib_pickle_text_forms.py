import pickle, cPickle
for value in [1, -5, 2 ** 40, 2 ** 70, 1.5, 'text', "it's", 'a\nb\x00\xff', None, True, (), (1,), [], [1, [2]], {}, {'k': 'v'}, (1, 2, 3, 4)]:
    print repr(pickle.dumps(value)), repr(pickle.dumps(value, 2)), cPickle.loads(cPickle.dumps(value)) == value
