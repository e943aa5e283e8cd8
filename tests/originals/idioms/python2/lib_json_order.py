import collections, json, sys
print json.dumps({'state': [1, 2], 'action': 1, 'reward': .5})
print json.dumps({'state': {'x': 1, 'position': 2, 'velocity': 3, 'abc': 4}, 'action': [{'z': 1, 'b': 2, 'c': 3}], 'reward': .5}, indent=2)
json.dump({'state': [1, 2], 'action': 1, 'reward': .5, 'n': {'x': None, 'lr': 1e-3}}, sys.stdout)
print
json.dump({'state': [1, 2], 'action': 1, 'reward': .5}, sys.stdout, indent=4, sort_keys=True)
print
print json.dumps(collections.OrderedDict([('z', 1), ('a', {'q': 1, 'd': 2, 'w': 3})]))
print json.dumps(collections.defaultdict(list, {'lr': [1], 'gamma': [2], 'episodes': [3]}))
print json.dumps(collections.Counter('hello world'))
print json.dumps([dict(z=1, y=2, x=3), {}, [], ()], indent=0)
d = json.loads('{"state": [1, 2], "action": 1, "reward": 0.5, "next_state": {"x": 1, "theta": 2, "x_dot": 3}}')
print json.dumps(d)
d = {}
for i in range(20):
    d['key%d' % (i * 7)] = i
print json.dumps(d)
for k in d.keys()[::2]:
    del d[k]
print json.dumps(d, separators=(',', ':'))
