class Config(object):
    def __init__(self):
        self.gamma = 0.99
        self.alpha = 0.1
        self.hidden = 200
        self.batch = 10
        self.name = "pong"
        self.verbose = True
c = Config()
print c.__dict__
print vars(c).keys()
for name, value in vars(c).items():
    print name, "=", value
print sorted(name for name in dir(c) if not name.startswith("_"))
