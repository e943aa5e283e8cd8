import socket
a, b = socket.socketpair()
a.sendall('hello\xff'); print repr(b.recv(10)), b.send('x'), a.recv(1) == 'x'
f = a.makefile('rb'); b.sendall('line 1\nline 2\n'); print repr(f.readline()), f.readline(); a.close(); b.close()
s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(1); c = socket.create_connection(s.getsockname()); d, address = s.accept(); c.sendall('ping'); print d.recv(4), type(d.recv) is not None; d.sendall('pong'); print c.recv(4)
for x in c, d, s: x.close()
print repr(socket.inet_aton('1.2.3.4')), socket.inet_ntoa('\x01\x02\x03\x04'), socket.htons(1)
