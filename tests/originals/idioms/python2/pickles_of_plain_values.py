import cPickle as pickle
values = [1, 2L, 0.1, "text", u"text", None, True, (1, [2, {"k": 3}]), set([1]), 2 ** 70]
for v in values:
    print pickle.loads(pickle.dumps(v)) == v, pickle.loads(pickle.dumps(v, 2)) == v,
print
model = {"W1": [0.1, 0.2], "W2": [0.3]}
pickle.dump(model, open("save.p", "wb"))
loaded = pickle.load(open("save.p", "rb"))
print loaded, loaded == model, sorted(loaded.keys())
