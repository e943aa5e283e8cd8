import os, sys
os.mkdir('pack'); os.mkdir('pack/sub')
def put(name, text): open(name, 'w').write(text)
put('helper.py', 'where = "top"\n')
put('queue.py', 'name = "own queue"\n')
put('enum.py', 'class Enum(object):\n    origin = "own enum"\n')
put('pack/__init__.py', 'import helper\nprint "init", helper.where\n')
put('pack/helper.py', 'where = "sibling"\n')
put('pack/random.py', 'def randint(a, b): return "mine"\n')
put('pack/a.py', 'import helper, random\nfrom helper import where\nprint "a", where, random.randint(1, 2)\n')
put('pack/b.py', 'from __future__ import absolute_import\nimport helper, random\nfrom . import helper as h\nrandom.seed(1)\nprint "b", helper.where, h.where, random.randint(1, 100)\n')
put('pack/sub/__init__.py', '')
put('pack/sub/c.py', 'import helper\nimport sibling\nprint "c", helper.where, sibling.x\n')
put('pack/sub/sibling.py', 'x = 7 / 2\n')
sys.path.insert(0, os.getcwd())
import pack.a, pack.b, pack.sub.c, queue
from enum import Enum
print queue.name, Enum.origin, pack.helper.where
