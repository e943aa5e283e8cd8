/* Many consoles at once, and the preprocessing that agents are usually given: a stack of the last few pictures. Each is
 * the maximum of a step's last two frames, in shades of grey, resized to 84x84 by the mean over the area of each pixel.
 */
#ifndef VECTOR_H
#define VECTOR_H

#include "picture.h"

enum { SIDE = 84, PICTURE = SIDE * SIDE, TAPS = 4 };

/* For each pixel of a resized line: the first pixel of its area, and the weights of that and the next ones. */
typedef struct {
    int32_t first[SIDE];
    float weight[SIDE][TAPS];
} Resize;

static void make_resize(Resize *resize, int32_t size) {
    double scale = (double)size / SIDE;
    memset(resize, 0, sizeof *resize);
    /* The last area's first pixel is such that four are within the line; those that it does not need weigh nothing. */
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

/* A screen as the lines that differ from those above them, in shades of grey. */
typedef struct {
    uint8_t line[HEIGHT][ROW_BYTES];
    uint8_t line_of[HEIGHT]; /* by row */
} Lines;

static void draw_lines(const Console *s, const uint32_t *grey, Lines *lines) {
    Picture picture = {.beam = s->first};
    uint8_t drawn[ROW_BYTES], last[WIDTH], count = 0;
    memset(last, 1, WIDTH); /* which is no colour */
    for (int row = 0; row < HEIGHT; row++) {
        if (FIRST_LINE + row >= picture.end) {
            draw_line(s, &picture, FIRST_LINE + row, drawn);
            uint8_t *line = lines->line[count++];
            if (row) memcpy(line, line - ROW_BYTES, WIDTH);
            for (int block = 0; block < WIDTH; block += 8) {
                if (!memcmp(drawn + block, last + block, 8)) continue;
                memcpy(last + block, drawn + block, 8);
                for (int x = block; x < block + 8; x++) line[x] = (uint8_t)grey[drawn[x]];
            }
        }
        lines->line_of[row] = (uint8_t)(count - 1);
    }
}

/* Resizes a line; of what is as in the line above, `resized` has the result already. */
static void resize_line(const uint8_t *line, const uint8_t *above, const Resize *x, float *resized) {
    int begin = 0, end = WIDTH;
    while (begin < end && !memcmp(line + begin, above + begin, 8)) begin += 8;
    while (begin < end && !memcmp(line + end - 8, above + end - 8, 8)) end -= 8;
    if (begin == end) return;
    /* One more pixel at both ends, since areas overlap. */
    begin = begin * SIDE / WIDTH - 1, end = end * SIDE / WIDTH + 1;
    for (int i = begin > 0 ? begin : 0; i < SIDE && i <= end; i++) {
        const uint8_t *from = line + x->first[i];
        const float *weight = x->weight[i];
        resized[i] = (float)from[0] * weight[0] + (float)from[1] * weight[1] + (float)from[2] * weight[2] +
                     (float)from[3] * weight[3];
    }
}

/* Makes a picture of (84, 84) of the maximum of two screens. */
static void make_picture(const Lines *one, const Lines *other, const Resize *x, const Resize *y, uint8_t *picture) {
    static const uint8_t nothing[ROW_BYTES];
    float lines[HEIGHT][SIDE];
    uint8_t brighter[2][ROW_BYTES];
    const float *line_of[HEIGHT];
    const uint8_t *above = nothing;
    memset(lines[0], 0, sizeof lines[0]);
    for (int row = 0; row < HEIGHT; row++) {
        unsigned a = one->line_of[row], b = other->line_of[row];
        if (row && a == one->line_of[row - 1] && b == other->line_of[row - 1]) {
            line_of[row] = line_of[row - 1];
            continue;
        }
        uint8_t *line = brighter[row & 1] == above ? brighter[~row & 1] : brighter[row & 1];
        for (int i = 0; i < WIDTH; i++) line[i] = one->line[a][i] > other->line[b][i] ? one->line[a][i] : other->line[b][i];
        if (row) memcpy(lines[row], line_of[row - 1], sizeof lines[row]);
        resize_line(line, above, x, lines[row]);
        line_of[row] = lines[row];
        above = line;
    }
    for (int row = 0; row < SIDE; row++, picture += SIDE) {
        const float *const *from = line_of + y->first[row], *weight = y->weight[row];
        /* Two rows above, the weights are the same. */
        if (row > 1 && from[0] == from[3] && line_of[y->first[row - 2]] == from[0]) {
            memcpy(picture, picture - 2 * SIDE, SIDE);
            continue;
        }
        for (int i = 0; i < SIDE; i++) {
            float sum = from[0][i] * weight[0] + from[1][i] * weight[1] + from[2][i] * weight[2] + from[3][i] * weight[3];
            /* Rounds to the nearest, halves to even: in this range, floats have no places after the point. */
            sum = sum + 12582912.0f;
            uint32_t bits;
            memcpy(&bits, &sum, 4);
            picture[i] = (uint8_t)bits;
        }
    }
}

/* How all of the games are looked at. */
typedef struct {
    const uint32_t *grey; /* shades, by palette index */
    size_t kept;          /* bytes of a stack without its last picture */
    Resize x, y;
} View;

static View make_view(const uint32_t *grey, int stacked) {
    View view = {.grey = grey, .kept = (size_t)(stacked - 1) * PICTURE};
    make_resize(&view.x, WIDTH);
    make_resize(&view.y, HEIGHT);
    return view;
}

/* Plays a step; returns the reward. The stack of pictures goes from `before` to `after`. */
static int play_step(Console *s, const uint8_t *actions, int frames, const View *view, const uint8_t *before,
                     uint8_t *after) {
    Lines one, other;
    memmove(after, before + PICTURE, view->kept);
    int reward = console_play(s, actions, frames - 1);
    draw_lines(s, view->grey, &one);
    reward += console_play(s, actions + frames - 1, 1);
    draw_lines(s, view->grey, &other);
    make_picture(&one, &other, &view->x, &view->y, after + view->kept);
    return reward;
}

/* Empties a stack and puts the last frame of a console on top of it. */
void vector_begin(const Console *s, const uint32_t *grey, int stacked, uint8_t *stack) {
    const View view = make_view(grey, stacked);
    Lines lines;
    memset(stack, 0, view.kept);
    draw_lines(s, grey, &lines);
    make_picture(&lines, &lines, &view.x, &view.y, stack + view.kept);
}

/* Plays a step on each of `count` consoles but those to be skipped: `actions` are (count, frames), the stacks `before`
 * and `after` are (count, stacked) pictures, `rewards` and `is_over` (count,). */
void vector_step(Console *const *consoles, int count, const uint8_t *skipped, const uint8_t *actions, int frames,
                 const uint32_t *grey, int stacked, const uint8_t *before, uint8_t *after, int32_t *rewards,
                 uint8_t *is_over) {
    const View view = make_view(grey, stacked);
    const size_t stack = view.kept + PICTURE;
    for (int i = 0; i < count; i++, before += stack, after += stack, actions += frames) {
        if (skipped[i]) continue;
        rewards[i] = play_step(consoles[i], actions, frames, &view, before, after);
        is_over[i] = (uint8_t)consoles[i]->is_over;
    }
}

#endif
