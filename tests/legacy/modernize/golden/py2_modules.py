import Queue
import cPickle as pickle
import ConfigParser
import urllib2
import urlparse
from StringIO import StringIO
from itertools import izip, imap

queue = Queue.Queue()
for number, square in izip(range(3), imap(lambda x: x * x, range(3))):
    queue.put((number, square))
out = StringIO()
while not queue.empty():
    print >>out, queue.get()
print out.getvalue(),
print urlparse.urlparse("http://example.com/a?b=c").path
print pickle.loads(pickle.dumps([1, 2], -1))
