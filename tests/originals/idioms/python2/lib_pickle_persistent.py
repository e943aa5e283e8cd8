import pickle, cPickle
from cStringIO import StringIO
class P(pickle.Pickler):
    def persistent_id(self, obj):
        return 'id-%d' % obj if isinstance(obj, int) else None
class U(pickle.Unpickler):
    def persistent_load(self, name):
        return name.upper()
f = StringIO()
P(f).dump([1, 'a', 2])
print repr(f.getvalue())
f.seek(0)
print U(f).load()
p = cPickle.Pickler(0)
p.dump([1, 2])
print repr(p.getvalue())
p.clear_memo()
print pickle.HIGHEST_PROTOCOL, cPickle.format_version, issubclass(cPickle.UnpicklingError, cPickle.PickleError)
