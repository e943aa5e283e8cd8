model = {}
model["W1"] = [0.1 * i for i in range(3)]
model["W2"] = [0.5, -0.25]
grad_buffer = {k: [0.0] * len(v) for k, v in model.iteritems()}
cache = dict((k, [1.0 for _ in v]) for k, v in model.iteritems())
for batch in xrange(3):
    for k in model: grad_buffer[k] = [g + 0.5 * (i + 1) for i, g in enumerate(grad_buffer[k])]
    for k, v in model.iteritems():
        g = grad_buffer[k]
        cache[k] = [0.99 * c + 0.01 * x ** 2 for c, x in zip(cache[k], g)]
        model[k] = [p + 0.01 * x / (c ** 0.5 + 1e-5) for p, x, c in zip(v, g, cache[k])]
print model
print grad_buffer, len(cache)
