/* An Atari 2600 with Pong in it, as the Arcade Learning Environment plays it: a frame for each action.
 *
 * The program of the ROM comes translated in program.h, which translate.py writes.
 */
#include "console.h"
#include "program.h"

enum { VERSION = 1 };

/* The agent turns paddle 1. */
enum { AGENT = 1, STEP = 438, LOWEST = 523, HIGHEST = 15045, START = 7784 };

/* Bytes of Pong's RAM. */
enum { OPPONENT_SCORE = 13, AGENT_SCORE = 14, POINTS = 21 };

static void power_on(Console *s) {
    memset(s, 0, sizeof *s);
    s->version = VERSION;
    s->size = (uint32_t)sizeof *s;
    s->cpu.pc = (uint16_t)(ROM[ROM_SIZE - 4] | ROM[ROM_SIZE - 3] << 8);
    s->cpu.sp = 0xff;
    s->cpu.z = 1;
    s->swcha = 0xff;
    s->swchb = 0x3f;
    for (int i = 0; i < PADDLES; i++) s->charge[i] = i < 2 ? START : 0;
}

static void frame(Console *s) {
    s->first = s->beam;
    s->first.comb_line = s->beam.comb_line = 0;
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
    s->timer_set -= passed;
    s->charged_from -= passed;
    s->seen -= 3 * passed;
}

size_t console_size(void) { return sizeof(Console); }
void console_power_on(Console *s) { power_on(s); }
void console_frame(Console *s) { frame(s); }
void console_set(Console *s, int swcha, int swchb, int charge) {
    s->swcha = (uint8_t)swcha; s->swchb = (uint8_t)swchb; s->charge[1] = charge;
}
void console_interpret(Console *s, int on) { s->is_interpreted = (uint8_t)on; }
void console_ram(const Console *s, uint8_t *ram) { memcpy(ram, s->ram, RAM_SIZE); }
void console_draw(const Console *s, uint8_t *screen) {
    Picture picture = picture_of(s);
    for (int row = 0; row < HEIGHT; row++, screen += WIDTH)
        if (draw_line(s, &picture, FIRST_LINE + row, screen)) memcpy(screen, screen - WIDTH, WIDTH);
}
