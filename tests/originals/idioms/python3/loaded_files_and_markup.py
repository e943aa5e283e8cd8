import imp, xml.etree.cElementTree as ET
from xml.etree import cElementTree
open('py3file.py', 'w').write('import numpy as np\nX = np.float(3)\nprint("loading", __name__)\n')
m = imp.load_source('cfg', 'py3file.py'); print(m.X, m.__name__)
print([c.tag for c in ET.fromstring('<a><b/></a>').getchildren()], cElementTree is ET, imp.find_module('py3file')[2])
import array; b = array.array('i'); b.fromstring(array.array('i', [1]).tostring()); print(b)
