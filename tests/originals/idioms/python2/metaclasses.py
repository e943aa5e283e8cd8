class Registry(type):
    names = []
    def __new__(meta, name, bases, namespace):
        Registry.names.append(name)
        namespace["tag"] = name.lower()
        return type.__new__(meta, name, bases, namespace)
class Agent(object):
    __metaclass__ = Registry
    def act(self):
        return self.tag
class Player(Agent):
    pass
print Registry.names, Agent().act(), Player.tag, type(Player).__name__, Player.__metaclass__ is Registry
class Inner(object):
    class __metaclass__(type):
        def hello(cls):
            return "hello from " + cls.__name__
print Inner.hello()
def shout(name, bases, namespace):
    return type(name.upper(), bases, namespace)
class quiet(object):
    __metaclass__ = shout
print quiet.__name__
