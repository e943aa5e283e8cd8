import ConfigParser
from StringIO import StringIO
text = '''[DEFAULT]
base = /tmp
[train]
lr: 0.001   ; learning rate
path = %(base)s/pong
flag = yes
n = 3
long = a
  b
# comment
[train]
extra=1
'''
for kind in ConfigParser.ConfigParser, ConfigParser.SafeConfigParser, ConfigParser.RawConfigParser:
    c = kind(); c.readfp(StringIO(text))
    print c.sections(), c.get('train', 'path'), c.getfloat('train', 'lr'), c.getboolean('train', 'flag'), c.getint('train', 'n'), repr(c.get('train', 'long'))
    print sorted(c.options('train')), c.has_option('train', 'x'), c.has_section('train'), sorted(c.items('train'))[0]
c = ConfigParser.ConfigParser({'x': '1'}); c.add_section('s'); c.set('s', 'rate', 0.5); c.set('s', 'percent', '50%'); c.write(open('c.ini', 'w')); print open('c.ini').read(), c.get('s', 'percent')
try:
    c.get('s', 'none')
except ConfigParser.NoOptionError as e:
    print e
try:
    c.get('t', 'none')
except ConfigParser.NoSectionError as e:
    print e
print c.read(['c.ini', 'missing.ini'])
