config = {"env": {"name": "Pong-v0", "skip": 4, "crop": (35, 195)}, "net": {"hidden": 200, "lr": 1e-4, "decay": 0.99}, "seed": 1}
print config
for section, options in config.iteritems():
    if isinstance(options, dict):
        for k, v in options.iteritems():
            print "%s.%s = %r" % (section, k, v),
print
flat = dict((s + "." + k, v) for s, o in config.items() if type(o) is dict for k, v in o.items())
print flat
print config.values()[0] == config["env"] or config.keys(), [k for k in config if config[k] == 1], len(flat)
tree = lambda: __import__("collections").defaultdict(tree)
t = tree()
t["a"]["b"] = 1
t["a"]["c"] = 2
print t["a"].keys(), t.keys(), dict(t["a"])
