import os, commands
print os.popen('echo a; echo b').read().split(), os.popen('exit 3').close(), os.popen('true').close(), [l for l in os.popen('echo x')]
p = os.popen('cat > out.txt', 'w'); p.write('written\n'); print p.close(), open('out.txt').read(),
print commands.getoutput('echo hi'), commands.getstatusoutput('exit 2'), os.getcwdu() == os.getcwd()
r, w = os.pipe(); print os.write(w, 'abc\xff'), repr(os.read(r, 10)); os.close(r); os.close(w)
fd = os.open('x.bin', os.O_RDWR | os.O_CREAT); f = os.fdopen(fd, 'w', 0); f.write('q\xe9'); print os.path.getsize('x.bin'); f.close()
def visit(found, directory, names): found.append(sorted(names))
os.mkdir('d'); open('d/f', 'w').close(); found = []; os.path.walk('d', visit, found); print found, 'out.txt' in os.listdir('.'), len(os.urandom(3)), os.errno.ENOENT
t = os.tmpfile(); t.write('abc'); t.seek(0); print t.read(); t.close()
