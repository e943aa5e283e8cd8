import SocketServer, BaseHTTPServer, threading, socket, urllib2, sys, httplib
class H(SocketServer.StreamRequestHandler):
    def handle(self):
        line = self.rfile.readline().strip()
        print 'got', repr(line), type(line), line == 'hello'
        self.wfile.write(line.upper() + '\n'); self.wfile.write('caf\xc3\xa9 %d\n' % 3)
        print >>self.wfile, 'printed', 4
class B(SocketServer.BaseRequestHandler):
    def handle(self):
        self.data = self.request.recv(1024).strip()
        print 'base', repr(self.data)
        self.request.sendall(self.data[::-1])
def ask(handler, text, kind=SocketServer.TCPServer):
    server = kind(('127.0.0.1', 0), handler)
    t = threading.Thread(target=server.handle_request); t.start()
    s = socket.create_connection(server.server_address); s.sendall(text)
    out = ''
    while True:
        d = s.recv(100)
        if not d: break
        out += d
    t.join(); server.server_close(); print repr(out)
ask(H, 'hello\n'); ask(B, 'abc\n'); ask(H, 'x\xff\n', SocketServer.ThreadingTCPServer)
class W(BaseHTTPServer.BaseHTTPRequestHandler):
    def log_message(self, *a): pass
    def do_GET(self):
        self.send_response(200); self.send_header('Content-type', 'text/html'); self.end_headers()
        self.wfile.write('<p>%s</p>' % self.path); self.wfile.write('caf\xc3\xa9')
    def do_POST(self):
        n = int(self.headers.getheader('content-length', 0)); data = self.rfile.read(n)
        print 'post', repr(data), self.headers['Content-Length'], self.headers.get('x-none')
        self.send_response(201); self.end_headers(); self.wfile.write(data.upper())
server = BaseHTTPServer.HTTPServer(('127.0.0.1', 0), W); port = server.server_port
t = threading.Thread(target=lambda: [server.handle_request() for _ in range(2)]); t.daemon = True; t.start()
u = urllib2.urlopen('http://127.0.0.1:%d/a?b=1' % port); print repr(u.read()), u.getcode()
c = httplib.HTTPConnection('127.0.0.1', port); c.request('POST', '/p', 'k=v'); r = c.getresponse(); print r.status, repr(r.read())
t.join()
import SimpleHTTPServer, os
open('page.txt', 'w').write('caf\xc3\xa9\n')
class S(SimpleHTTPServer.SimpleHTTPRequestHandler):
    def log_message(self, *a): pass
print issubclass(SimpleHTTPServer.SimpleHTTPRequestHandler, BaseHTTPServer.BaseHTTPRequestHandler)
server = SocketServer.TCPServer(('127.0.0.1', 0), S)
t = threading.Thread(target=server.handle_request); t.start()
print repr(urllib2.urlopen('http://127.0.0.1:%d/page.txt' % server.server_address[1]).read()); t.join(); server.server_close()
