import thread, threading, Queue, time
q = Queue.Queue()
def work(n): q.put(n * 2)
for n in range(3): thread.start_new_thread(work, (n,))
print sorted(q.get(True, 5) for _ in range(3)), q.empty()
t = threading.Thread(target=work, args=(5,)); t.setDaemon(True); t.setName('w'); t.start(); t.join(); print q.get(), t.isAlive(), t.getName(), t.isDaemon(), threading.currentThread().getName()
try:
    q.get_nowait()
except Queue.Empty:
    print 'empty'
p = Queue.PriorityQueue(); p.put((2, 'b')); p.put((1, 'a')); print p.get(), Queue.LifoQueue().qsize(); e = threading.Event(); e.set(); print e.isSet(), threading.activeCount() >= 1
l = thread.allocate_lock(); print l.acquire(), l.locked(), isinstance(threading._Timer(1, None), threading.Thread), thread.get_ident() == thread.get_ident(); c = threading.Condition(); c.acquire(); c.notifyAll(); c.release()
