import contextlib
from contextlib import nested, contextmanager, closing
@contextmanager
def tag(name):
    print '<%s>' % name
    yield name
    print '</%s>' % name
with nested(tag('a'), tag('b')) as (x, y):
    print x, y
with closing(open('f', 'w')) as f:
    f.write('x')
print f.closed, issubclass(contextlib.GeneratorContextManager, object)
try:
    with nested(tag('c')):
        raise ValueError('v')
except ValueError as e:
    print e
