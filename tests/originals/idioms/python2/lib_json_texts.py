# -*- coding: utf-8 -*-
import json
print json.dumps([1, 2.5, None, True, 'a"b', u'\xe9']), json.dumps('é'), json.dumps({'a': [1, {'b': ()}]}, sort_keys=True)
print repr(json.dumps([1, {'a': 2}], indent=2)), json.dumps([1, 2], separators=(',', ':')), repr(json.dumps({'b': 1, 'a': 2}, sort_keys=True, indent=1))
print json.loads('[1, 2.5, null]'), json.loads('{"k": "\\u00e9"}')['k'] == u'é', json.loads('"é"') == u'é', json.dumps(10 ** 20), json.dumps(0.1 + 0.2)
with open('j.json', 'w') as f:
    json.dump({'x': [1, 'é']}, f)
print open('j.json').read(), json.load(open('j.json'))['x'][1] == u'é'
try:
    json.loads('{bad')
except ValueError as e:
    print 'ValueError'
print json.dumps(u'é', ensure_ascii=False) == u'"é"', json.dumps({1: 2}, sort_keys=True), json.dumps('x', encoding='utf-8')
