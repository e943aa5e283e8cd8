f = open("settings.py", "w")
f.write("rate = 1 / 2\nnames = map(str, [1, 2])\nprint 'loading', rate\n")
f.close()
execfile("settings.py")
print rate, names
ns = {}
execfile("settings.py", ns)
print ns["names"], sorted(k for k in ns if k[0] != "_")
def load():
    local = {}
    execfile("settings.py", {}, local)
    return local
print load()
f = open("helper_module.py", "w")
f.write("import os\nvalue = 7 / 2\ndef show(x):\n    print `x`, 0.1 + 0.2\nclass Old: pass\n")
f.close()
import helper_module
helper_module.show(2L)
print helper_module.value
reload(helper_module)
print helper_module.value, helper_module.Old
