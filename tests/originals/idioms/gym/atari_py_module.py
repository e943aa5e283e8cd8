import atari_py
import numpy as np
from atari_py.ale_python_interface import ALEInterface
ale = atari_py.ALEInterface()
print ale.getFloat(b"repeat_action_probability"), ale.getInt(b"random_seed"), ale.getInt(b"frame_skip"), ale.getBool(b"color_averaging")
ale.setInt(b"random_seed", 123)
ale.loadROM(atari_py.get_game_path("pong"))
print ale.getMinimalActionSet(), ale.getMinimalActionSet().dtype, len(ale.getLegalActionSet())
print ale.getScreenDims(), ale.lives(), ale.game_over(), ale.getFrameNumber(), ale.getEpisodeFrameNumber()
total = 0
for episode in range(2):
    ale.reset_game()
    while not ale.game_over():
        total += ale.act(ale.getMinimalActionSet()[2 + ale.getFrameNumber() % 4 // 2])
    print episode, total, ale.getFrameNumber(), ale.getEpisodeFrameNumber()
screen = np.empty((210, 160, 3), dtype=np.uint8)
print ale.getScreenRGB2(screen) is screen, screen.sum(), ale.getScreenRGB().shape, ale.getScreen().shape, ale.getScreenGrayscale().shape
ram = np.zeros(ale.getRAMSize(), dtype=np.uint8)
ale.getRAM(ram)
print ram.tolist()
print len(atari_py.list_games()), "pong" in atari_py.list_games()
