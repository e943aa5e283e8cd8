import gym
import gym.spaces

class Own(gym.Env):
    action_space = gym.spaces.Discrete(2)
    observation_space = gym.spaces.Discrete(2)

    def _reset(self):
        return 0

    def _step(self, action):
        return 0, 0.0, True, {}

class Drawn(Own):
    metadata = {"render.modes": ["human"]}

    def _render(self, mode="human", close=False):
        if not close:
            print "drawing", mode

class Bare(Own):
    metadata = {"render.modes": ["human"]}

class Unlisted(Own):
    def _render(self, mode="human", close=False):
        if not close:
            print "unlisted", mode

class Modern(Own):
    def render(self, mode="human", close=False):
        if not close:
            print "modern", mode

for make in Own, Drawn, Bare, Unlisted, Modern, lambda: gym.Wrapper(Drawn()):
    env = make()
    for mode in "human", "rgb_array":
        try:
            print type(env).__name__, mode, env.render(mode)
        except gym.error.UnsupportedMode as problem:
            print problem
for name in "FrozenLake-v0", "Taxi-v2", "CliffWalking-v0", "Blackjack-v0", "CartPole-v0", "Pong-v0":
    env = gym.make(name)
    env.reset()
    print name, env.metadata["render.modes"]
    for mode in ("human", "rgb_array", "xyz") if name == "Blackjack-v0" else ("rgb_array", "xyz") if env.metadata["render.modes"][1] == "ansi" else ("ansi", "xyz"):
        for each in env, env.unwrapped:
            try:
                each.render(mode)
            except gym.error.UnsupportedMode as problem:
                print problem
