import sys, platform
from sys import version_info
from platform import python_version
print sys.version_info[0], sys.version_info.major, sys.version_info[:2], sys.version_info >= (2, 6), sys.version_info < (3,), sys.version[:3], sys.version.split()[0][:3], platform.python_version()[:3], sys.hexversion >> 16 == 0x207
print version_info[0], python_version()[:3], platform.python_version_tuple()[:2], sys.getdefaultencoding(), sys.maxint == sys.maxsize
PY3 = sys.version_info[0] == 3
if sys.version_info[0] < 3:
    print 'two'; text = unicode; rng = xrange
else:
    print 'three'; text = str; rng = range
print PY3, text(3), list(rng(2)), sys.version_info > (3, 0), sys.version_info.minor, tuple(sys.version_info)[:2]
if sys.version[0] == '2': input = raw_input
print repr(input)
print sys.version_info[:3] == tuple(map(int, platform.python_version().split('.')))
print 'Python %d.%d' % sys.version_info[:2], 'python' + sys.version[:3]
from sys import version_info as vi, argv, stdout
print vi[0], len(argv), vi.major
import sys as system
print system.version_info[0]
print sys.version.startswith('2.7')
print sys.version_info.releaselevel, repr(sys.version_info)[:27], sys.subversion[0], sys.api_version
import platform
from sys import platform as of_system
print of_system == sys.platform, of_system == 'linux', (of_system == 'linux2') == (platform.system() == 'Linux')
