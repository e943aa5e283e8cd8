import gym
from gym import error, wrappers
from gym.envs import registration
registry = registration.EnvRegistry()
for version in 0, 15, 9:
    registry.register(id="Test-v%d" % version, entry_point=None)
for env_id in "Test-v1", "Unknown-v1", "no version":
    try:
        registry.spec(env_id)
    except error.Error as problem:
        print env_id, type(problem).__name__
try:
    registry.spec("no version")
except error.Error as problem:
    print "malformed environment ID" in str(problem)
print gym.spec("CartPole-v0")._entry_point is not None
env = wrappers.Monitor(gym.make("CartPole-v0"), "out", video_callable=False)
try:
    wrappers.Monitor(env, "other")
except error.DoubleWrapperError as problem:
    print problem
class Same(gym.Wrapper):
    pass
try:
    Same(Same(env))
except error.DoubleWrapperError as problem:
    print problem
env.set_monitor_mode("evaluation")
env.reset()
while not env.step(0)[2]:
    pass
env.set_monitor_mode("training")
env.reset()
while not env.step(1)[2]:
    pass
try:
    env.set_monitor_mode("other")
except error.Error as problem:
    print type(problem).__name__
env.close()
from gym import monitoring
print map(str, monitoring.load_results("out")["episode_types"])
print monitoring.VideoRecorder.__name__, monitoring.StatsRecorder.__name__
