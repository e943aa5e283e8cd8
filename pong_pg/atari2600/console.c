/* An Atari 2600 with Pong in it, as the Arcade Learning Environment plays it: one frame for each action.
 *
 * The program of the ROM comes translated, in program.h, which translate.py writes.
 */
#include <stddef.h>

#include "console.h"
#include "picture.h"
#include "program.h"

enum { VERSION = 1 };

/* The agent turns paddle 1, whose position is the time that its capacitor takes, in hundredths of a cycle. What is
 * plugged into the right port reads as high at once. */
enum { AGENT = 1, STEP = 43792, LOWEST = 52265, HIGHEST = 1504533, START = 778400, LEFT_PORT = 2 };

/* Bits of SWCHA and SWCHB, which are low while something is pressed. */
enum { AGENT_BUTTON = 0x40, RESET_SWITCH = 1, SELECT_SWITCH = 2, NOTHING_PRESSED = 0x3f };

/* Frames with nothing pressed, and with a switch held, by which a game begins. */
enum { WARM_UP = 60, RESET_HELD = 12, SELECT_HELD = 10, RESET_HELD_AFTER_SELECT = 9 };

/* Bytes of Pong's RAM, and the points with which either side ends the game. */
enum { OPPONENT_POINTS = 13, AGENT_POINTS = 14, LAST_POINT = 21 };

/* Moves a cycle back with the frame it is in. A timer that nobody sets counts for ever, modulo 256. */
static int32_t earlier(int32_t cycle, int32_t passed) {
    return cycle - passed < -NEVER ? cycle - passed + NEVER / 2 : cycle - passed;
}

/* Runs until the program ends the vertical synchronisation. */
static void run_frame(Console *s) {
    s->beam.comb_line = 0;
    s->first = s->beam;
    s->log_used = s->log_seen = 0;
    s->frame_done = 0;
    while (!s->frame_done) {
        if (!s->is_interpreted) run(s);
        if (!s->frame_done) interpret(s);
        if (s->cycle >= CYCLE_LIMIT) s->frame_done = 1;
    }
    see(s, s->cycle);
    int32_t passed = s->cycle / LINE_CYCLES * LINE_CYCLES;
    s->cycle -= passed;
    s->seen -= 3 * passed;
    s->timer_set = earlier(s->timer_set, passed);
    for (int i = 0; i < PADDLES; i++)
        if (s->high_from[i] != NEVER) s->high_from[i] = s->high_from[i] > passed ? s->high_from[i] - passed : 0;
}

static void run_frames(Console *s, uint8_t switches, int frames) {
    s->swchb = switches;
    for (int i = 0; i < frames; i++) run_frame(s);
}

static void turn_paddle(Console *s, int32_t position) {
    s->paddle = position < LOWEST ? LOWEST : position > HIGHEST ? HIGHEST : position;
    s->charge[AGENT] = (s->paddle + 99) / 100;
}

size_t console_bytes(void) { return sizeof(Console); }

/* Lets everything be interpreted from now on, or not. */
void console_interpret(Console *s, int is_interpreted) { s->is_interpreted = is_interpreted != 0; }

/* Begins a game: power on, wait, choose the game, hold RESET. `difficulty` has a bit for each player. */
void console_reset(Console *s, int mode, int difficulty) {
    uint8_t switches = (uint8_t)(NOTHING_PRESSED | (difficulty & 3) << 6), is_interpreted = s->is_interpreted;
    memset(s, 0, sizeof *s);
    s->is_interpreted = is_interpreted;
    s->version = VERSION;
    s->size = offsetof(Console, log);
    s->cpu.pc = (uint16_t)(ROM[ROM_SIZE - 4] | ROM[ROM_SIZE - 3] << 8);
    s->cpu.sp = 0xff;
    s->cpu.z = 1;
    s->swcha = 0xff;
    for (int i = 0; i < LEFT_PORT; i++) s->charge[i] = START / 100;
    turn_paddle(s, START);
    run_frames(s, switches, WARM_UP);
    run_frames(s, switches ^ RESET_SWITCH, RESET_HELD);
    if (mode) {
        run_frames(s, switches ^ SELECT_SWITCH, SELECT_HELD);
        run_frames(s, switches ^ RESET_SWITCH, RESET_HELD_AFTER_SELECT);
    }
    s->swchb = switches;
    s->frames = mode != 0; /* as ALE has it */
}

/* Plays frames with one of ALE's 18 actions for each; returns the reward. After the end of the game nothing happens. */
int console_play(Console *s, const uint8_t *actions, int frames) {
    /* NOOP, FIRE, UP, RIGHT, LEFT, DOWN, the four diagonals, and the last eight of these with FIRE. */
    static const int8_t rights[18] = {0, 0, 0, 1, -1, 0, 1, -1, 1, -1, 0, 1, -1, 0, 1, -1, 1, -1};
    int32_t before = s->score;
    for (int i = 0; i < frames && !s->is_over; i++) {
        unsigned action = actions[i] % 18;
        turn_paddle(s, s->paddle - STEP * rights[action]);
        s->swcha = action == 1 || action >= 10 ? 0xff ^ AGENT_BUTTON : 0xff;
        run_frame(s);
        s->frames++;
        s->score = s->ram[AGENT_POINTS] - s->ram[OPPONENT_POINTS];
        s->is_over = s->ram[AGENT_POINTS] == LAST_POINT || s->ram[OPPONENT_POINTS] == LAST_POINT;
    }
    return s->score - before;
}

/* Plays frames with the same action. */
int console_repeat(Console *s, int action, int frames) {
    uint8_t repeated = (uint8_t)action;
    int reward = 0;
    for (int i = 0; i < frames; i++) reward += console_play(s, &repeated, 1);
    return reward;
}

/* Draws the last frame in colours, (210, 160, 3), which a table has in the lowest three bytes by palette index. */
void console_rgb(const Console *s, const uint32_t *table, uint8_t *screen) {
    draw_rows(s, table, 3, 0, HEIGHT, 1, screen);
}

/* Plays frames and draws the last one, as `console_play` and `console_rgb` do; returns the reward. */
int console_step(Console *s, const uint8_t *actions, int frames, const uint32_t *table, uint8_t *screen) {
    int reward = console_play(s, actions, frames);
    console_rgb(s, table, screen);
    return reward;
}

/* Draws rows and columns of the last frame, as one byte for each pixel, the lowest one in a table by palette index. */
void console_sample(const Console *s, const uint32_t *table, int top, int bottom, int step, uint8_t *sample) {
    if (step == 2) draw_rows(s, table, 1, top, bottom, 2, sample);
    else draw_rows(s, table, 1, top, bottom, step, sample);
}

void console_ram(const Console *s, uint8_t *ram) { memcpy(ram, s->ram, RAM_SIZE); }

void console_set_ram(Console *s, int index, int value) { s->ram[index & (RAM_SIZE - 1)] = (uint8_t)value; }

/* Writes the state to at most sizeof(Console) bytes; returns how many. */
size_t console_save(const Console *s, uint8_t *state) {
    size_t bytes = offsetof(Console, log) + s->log_used * sizeof *s->log;
    memcpy(state, s, bytes);
    return bytes;
}

/* Goes back to a saved state; returns 0 if it is none of this version. */
int console_restore(Console *s, const uint8_t *state, size_t bytes) {
    Console saved;
    const size_t head = offsetof(Console, log);
    if (bytes < head || bytes > sizeof saved) return 0;
    memcpy(&saved, state, bytes);
    if (saved.version != VERSION || saved.size != head || saved.log_used >= LOG_SIZE) return 0;
    if (bytes != head + saved.log_used * sizeof *saved.log) return 0;
    /* Whatever else was made up, the console plays on within its own memory, and a frame ends. */
    if (saved.cycle < 0 || saved.cycle >= LINE_CYCLES) return 0;
    if (saved.beam.live != live_objects(&saved.beam) || saved.first.live != live_objects(&saved.first)) return 0;
    for (uint32_t i = 0; i < saved.log_used; i++)
        if (REG_OF(saved.log[i]) >= TIA_REGISTERS) return 0;
    saved.is_interpreted = s->is_interpreted;
    memcpy(s, &saved, bytes);
    return 1;
}

#include "vector.h"
