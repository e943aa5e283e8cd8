import subprocess
from subprocess import Popen, PIPE
out = subprocess.check_output(['echo', 'hi'])
print repr(out), out.split(), out == 'hi\n'
p = Popen('cat; echo err >&2', shell=True, stdin=PIPE, stdout=PIPE, stderr=PIPE)
print p.communicate('in\xff'), p.returncode
p = Popen(['sort'], stdin=PIPE, stdout=PIPE); p.stdin.write('b\n'); p.stdin.write('a\n'); p.stdin.close()
print [line.strip() for line in p.stdout], p.wait(), p.poll()
p = Popen(['printf', 'a\\r\\nb'], stdout=PIPE, universal_newlines=True); print repr(p.stdout.readline()), repr(p.communicate()[0])
try:
    subprocess.check_output('exit 3', shell=True)
except subprocess.CalledProcessError as e:
    print e.returncode, e.cmd, repr(e.output)
print subprocess.call('exit 2', shell=True), subprocess.check_call(['true'])
for line in iter(Popen(['printf', '1\\n2\\n'], stdout=PIPE).stdout.readline, ''):
    print repr(line),
print
