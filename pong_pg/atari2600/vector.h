/* Many consoles at once, and the preprocessing that agents are usually given: the maximum of the last two frames, in
 * shades of grey, resized to 84x84 by the mean over the area of each pixel, the last few of them in a stack. */
#ifndef VECTOR_H
#define VECTOR_H

#include "picture.h"

enum { SIDE = 84, TAPS = 4 };

/* For each pixel of a resized line: the first pixel of its area, and the weights of that and the next ones. */
typedef struct {
    int32_t first[SIDE];
    float weight[SIDE][TAPS];
} Resize;

static void make_resize(Resize *resize, int32_t size) {
    double scale = (double)size / SIDE;
    memset(resize, 0, sizeof *resize);
    for (int32_t i = 0; i < SIDE; i++) {
        double begin = i * scale, end = begin + scale;
        resize->first[i] = (int32_t)begin < size - TAPS ? (int32_t)begin : size - TAPS;
        for (int32_t j = 0; j < TAPS; j++) {
            double low = resize->first[i] + j, high = low + 1;
            low = low > begin ? low : begin;
            high = high < end ? high : end;
            resize->weight[i][j] = high - low > 1e-3 ? (float)((high - low) / scale) : 0;
        }
    }
}

/* Resizes (210, 160) to (84, 84). */
static void resize_screen(const uint8_t *screen, const Resize *x, const Resize *y, uint8_t *resized) {
    float lines[HEIGHT][SIDE];
    const float *line_of[HEIGHT];
    for (int row = 0; row < HEIGHT; row++, screen += WIDTH) {
        line_of[row] = row ? line_of[row - 1] : lines[0];
        if (row && !memcmp(screen, screen - WIDTH, WIDTH)) continue;
        float *line = lines[row];
        for (int i = 0; i < SIDE; i++) {
            const uint8_t *from = screen + x->first[i];
            const float *weight = x->weight[i];
            line[i] = (float)from[0] * weight[0] + (float)from[1] * weight[1] + (float)from[2] * weight[2] +
                      (float)from[3] * weight[3];
        }
        line_of[row] = line;
    }
    for (int row = 0; row < SIDE; row++, resized += SIDE) {
        const float *const *from = line_of + y->first[row], *weight = y->weight[row];
        for (int i = 0; i < SIDE; i++) {
            float sum = from[0][i] * weight[0] + from[1][i] * weight[1] + from[2][i] * weight[2] + from[3][i] * weight[3];
            /* Rounds to the nearest, halves to even: in this range floats have no places after the point. */
            sum = sum + 12582912.0f;
            uint32_t bits;
            memcpy(&bits, &sum, 4);
            resized[i] = (uint8_t)bits;
        }
    }
}

/* Plays a step and puts its observation on top of a stack of (stack, 84, 84). */
static void play_step(Console *s, const uint8_t *actions, int frames, const Resize *x, const Resize *y,
                      const uint8_t *grey, uint8_t *stack, int stacked, int32_t *reward) {
    uint8_t screen[HEIGHT * WIDTH], before[HEIGHT * WIDTH];
    *reward = console_play(s, actions, frames - 1);
    draw_rows(s, grey, 1, 0, HEIGHT, 1, before);
    *reward += console_play(s, actions + frames - 1, 1);
    draw_rows(s, grey, 1, 0, HEIGHT, 1, screen);
    for (int i = 0; i < HEIGHT * WIDTH; i++) screen[i] = screen[i] > before[i] ? screen[i] : before[i];
    memmove(stack, stack + SIDE * SIDE, (size_t)(stacked - 1) * SIDE * SIDE);
    resize_screen(screen, x, y, stack + (stacked - 1) * SIDE * SIDE);
}

#endif
