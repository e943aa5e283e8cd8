import array, asyncio, random
def tell(f):
    try: print(f())
    except Exception as e: print('ERR', type(e).__name__, e)
random.seed((1, 2)); print(random.random()); random.seed(frozenset([3])); print(random.random()); random.seed(None)
random.seed(3); print(random.sample({1, 2, 3, 50}, 2)); tell(lambda: random.sample({'a': 1}.keys(), 1)); tell(lambda: random.sample(range(10), 3))
l = list(range(5)); random.seed(1); random.shuffle(l, random.random); print(l); random.shuffle(l, lambda: 0.5); print(l); random.shuffle(l); print(l); r = random.Random(4); r.shuffle(l, r.random); print(l); r.shuffle(x=l, random=r.random); print(l)
tell(lambda: random.randrange(10.0)); tell(lambda: random.randint(1, 6.0)); tell(lambda: random.randrange(10 / 2)); tell(lambda: random.Random((1, 2)).random()); tell(lambda: random.sample([1, 2], 5))
open('e7.txt', 'wb').write(b'a\r\nb\rc\n'); print(repr(open('e7.txt', 'rU').read()), open('e7.txt', 'U').readlines(), repr(open('e7.txt', 'rbU').read()), repr(open('e7.txt', mode='rU').read()))
a = array.array('i', [1, 2]); print(a.tostring()); b = array.array('i'); b.fromstring(a.tostring()); print(b)
@asyncio.coroutine
def co(x):
    yield from asyncio.sleep(0)
    return x * 2
loop = asyncio.new_event_loop(); asyncio.set_event_loop(loop); print(loop.run_until_complete(co(4)))
print(loop.run_until_complete(asyncio.gather(co(1), co(2))))
@asyncio.coroutine
def plain(x): return x + 1
print(loop.run_until_complete(plain(1)))
async def mix(): return (await co(5)) + (await plain(1))
print(loop.run_until_complete(mix()), asyncio.iscoroutinefunction(mix), loop.run_until_complete(asyncio.wait_for(co(3), 1)))
random.seed((-1, -2, -3)); print(random.random())
r = random.SystemRandom(); r.seed((1, 2)); r.shuffle(l, lambda: 0.1); print(l, sorted(r.sample({1, 2}, 2)), r.randrange(1.0), isinstance(r, random.Random), r.random() < 1); tell(r.getstate)
