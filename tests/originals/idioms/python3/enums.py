import enum, json, pickle, copy
class Lvl(enum.IntEnum):
    LOW = 1
    HIGH = 2
class Fl(enum.IntFlag):
    A = 1
    B = 2
class Act(enum.Enum):
    UP = 2
    DOWN = 3
class Name(str, enum.Enum):
    PG = 'pg'
class Own(enum.IntEnum):
    X = 1
    def __str__(self): return 'own'
class Num(int, enum.Enum):
    X = 4
class Flg(enum.Flag):
    A = 1
    B = 2
def tell(f):
    try: print(f())
    except Exception as e: print('ERR', type(e).__name__, e)
for v in (Lvl.LOW, Act.UP, Name.PG, Num.X, Flg.A):
    print(v, repr(v), str(v), '%s' % v, '{}'.format(v), f'{v}', format(v), [v], {v: 1}, '{!r}'.format(v), '{!s}'.format(v), v.name, f'{v!s:>10}|')
for v in (Lvl.LOW, Num.X): print('%d' % v, f'{v:3d}', '{:>4}|'.format(v), v + 1, json.dumps({'a': v}), v == 1, hash(v) == hash(1))
print(Lvl, list(Lvl), Lvl(1), Lvl['LOW'], Lvl.LOW.name, Lvl.LOW.value, 'x' + Name.PG, Name.PG == 'pg')
tell(lambda: 2 in Lvl); tell(lambda: Lvl.LOW in Lvl); tell(lambda: 2 in Act); tell(lambda: 'x' in Act); tell(lambda: Act.UP in Lvl)
tell(lambda: Act(9)); tell(lambda: bool(Flg(0))); tell(lambda: isinstance(Lvl.LOW, enum.Enum) and isinstance(Lvl.LOW, enum.IntEnum) and issubclass(Lvl, int))
Dyn = enum.Enum('Dyn', 'A B'); print(Dyn.A, list(Dyn), Dyn.B.value)
IDyn = enum.IntEnum('IDyn', ['P', 'Q']); print(IDyn.P, '{}'.format(IDyn.Q))
class More(enum.Enum):
    A = (1, 'x')
    B = (2, 'y')
    def __init__(self, n, t): self.n, self.t = n, t
print(More.A, More.B.n, More.A.t, [m.name for m in More], copy.copy(Lvl.LOW) is Lvl.LOW, pickle.loads(pickle.dumps(Act.UP)) is Act.UP)
@enum.unique
class U(enum.Enum):
    A = enum.auto()
    B = enum.auto()
print(list(U), {U.A: 1}[U.A], sorted(Lvl), max(Lvl), sum(Lvl), Lvl.HIGH > Lvl.LOW, [10, 20, 30][Lvl.LOW])
import http
class Named(enum.EnumMeta):
    def __getitem__(cls, name): return super().__getitem__(name.upper())
class Key(enum.Enum, metaclass=Named):
    UP = 1
print([isinstance(v, enum.Enum) for v in (Flg.A, Fl.A, http.HTTPStatus.OK, Key.UP, 1)], isinstance(http.HTTPStatus.OK, enum.IntEnum), isinstance(Flg.A, enum.IntEnum), isinstance(Act.UP, Lvl), Key['up'])
print([issubclass(c, enum.Enum) for c in (Flg, http.HTTPStatus, Lvl, int)], issubclass(http.HTTPStatus, enum.IntEnum), issubclass(Lvl, Act), [isinstance(c, enum.EnumMeta) for c in (Flg, http.HTTPStatus, Key, int)], isinstance(Flg, Named), isinstance(Key, Named))
