d = {"W1": 1, "W2": 2, "b1": 3, "b2": 4}
print d, d.keys(), d.values(), d.items()
for k in d:
    print k,
print
for k, v in d.iteritems():
    print k, v,
print
model = {}
for name in ["conv1", "conv2", "fc1", "fc2", "policy", "value", "bias", "gamma"]:
    model[name] = len(model)
print model
print [k for k in model], list(model), tuple(model), sorted(model)
print dict((k, v * 2) for k, v in model.iteritems())
print {k: v for k, v in model.items() if v > 3}
print model.popitem(), len(model)
