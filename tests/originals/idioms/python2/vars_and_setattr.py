class Options: pass
o = Options()
for name, value in [("lr", 0.01), ("gamma", 0.99), ("hidden", 200), ("render", False)]:
    setattr(o, name, value)
print vars(o), o.__dict__ is vars(o), getattr(o, "gamma"), hasattr(o, "alpha"), sorted(vars(o))
o.__dict__.update(alpha=1, beta=2)
print o.alpha + o.beta, [k for k in vars(o) if k < "c"], len(vars(o))
def f(a, b=2):
    c = a / b
    return sorted(locals().items())
print f(5)
print "%(lr)s %(hidden)05d" % vars(o), "{lr} {render}".format(**vars(o))
