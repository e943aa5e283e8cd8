/* The picture of the last frame, drawn from the log of what the TIA's registers were given. */
#ifndef PICTURE_H
#define PICTURE_H

#include "tia.h"

/* A picture in the making, line by line. */
typedef struct {
    Beam beam;
    uint32_t next; /* entry of the log */
    int32_t end;   /* lines before this one look like the last one that was drawn */
} Picture;

/* A row is filled eight pixels at a time, to the right of its end as well. */
enum { ROW_BYTES = WIDTH + 8 };

static void draw_pixels(uint8_t *row, const Pixels *pixels, int32_t begin, uint8_t colour) {
    const uint64_t each_byte = 0x0101010101010101;
    for (int32_t i = begin / 64; i < 3; i++) {
        uint64_t bits = pixels->word[i];
        if (begin > 64 * i) bits = bits >> begin % 64 << begin % 64;
        while (bits) {
            unsigned first = (unsigned)__builtin_ctzll(bits) & ~7u;
            uint8_t *eight = row + 64 * i + first;
            uint64_t drawn = bits >> first & 0xff, pixels_8 = colour * each_byte, was;
            bits &= ~((uint64_t)0xff << first);
            if (drawn != 0xff) {
                /* A byte of 255 for each bit, the lowest first. */
                drawn = drawn * each_byte & 0x8040201008040201;
                drawn = ((drawn + 0x7f * each_byte) >> 7 & each_byte) * 0xff;
                memcpy(&was, eight, 8);
                pixels_8 = (was & ~drawn) | (pixels_8 & drawn);
            }
            memcpy(eight, &pixels_8, 8);
        }
    }
}

/* Draws a row from a pixel to the right edge. */
static void draw_part(const Beam *beam, uint8_t *row, int32_t begin) {
    static const uint8_t orders[2][OBJECTS] = {{PLAYFIELD, BALL, M1, P1, M0, P0}, {M1, P1, M0, P0, PLAYFIELD, BALL}};
    static const uint8_t colours[OBJECTS] = {COLUP0, COLUP1, COLUP0, COLUP1, COLUPF, COLUPF};
    unsigned is_blank = beam->reg[VBLANK] & 2, live = is_blank ? 0 : beam->live, mode = beam->reg[CTRLPF];
    uint64_t background = is_blank ? 0 : (beam->reg[COLUBK] & 0xfe) * (uint64_t)0x0101010101010101;
    for (int32_t x = begin; x < WIDTH; x += 8) memcpy(row + x, &background, 8);
    for (const uint8_t *next = orders[mode >> 2 & 1]; live; next++) {
        unsigned object = *next;
        if (!(live >> object & 1)) continue;
        live &= ~(1u << object);
        Pixels pixels = object_pixels(beam, object);
        if (object == PLAYFIELD && (mode & 6) == 2) { /* the score mode: each half in its player's colour */
            Pixels left = {{pixels.word[0], pixels.word[1] & 0xffff, 0}};
            Pixels right = {{0, pixels.word[1] & ~(uint64_t)0xffff, pixels.word[2]}};
            draw_pixels(row, &left, begin, beam->reg[COLUP0] & 0xfe);
            draw_pixels(row, &right, begin, beam->reg[COLUP1] & 0xfe);
        } else {
            draw_pixels(row, &pixels, begin, beam->reg[colours[object]] & 0xfe);
        }
    }
}

/* Draws a line of the last frame. Lines must be drawn from the top to the bottom; some may be left out. */
static void draw_line(const Console *s, Picture *picture, int32_t line, uint8_t *row) {
    static const uint8_t first_pixel[TIA_REGISTERS] = {[PF1] = 16, [PF2] = 48};
    int32_t begin = line * LINE_CLOCKS + BLANK_CLOCKS, x = 0;
    Beam *beam = &picture->beam;
    picture->end = INT32_MAX;
    for (; picture->next < s->log_used; picture->next++) {
        uint32_t write = s->log[picture->next];
        unsigned reg = REG_OF(write);
        int32_t at = beam_clock(CYCLE_OF(write), reg) - begin;
        if (at >= WIDTH) {
            picture->end = (begin + at) / LINE_CLOCKS;
            break;
        }
        if (at > x && at > first_pixel[reg]) {
            draw_part(beam, row, x);
            x = at;
        }
        beam_write(beam, write);
    }
    draw_part(beam, row, x);
    if (beam->comb_line == line) memset(row, 0, 8);
    if (beam->comb_line == line || x > 0) picture->end = line + 1;
}

/* Apart, because compilers know string instructions for sizes that they know, which take long to begin. */
static void *(*volatile const copy)(void *, const void *, size_t) = memcpy;

/* Draws rows of the last frame: those from `top` on to before `bottom`, each `step`-th one, and each `step`-th column.
 * `table` has what stands for each palette index: `bytes` bytes, 1 or 3, of the lowest on. */
static inline __attribute__((always_inline)) void draw_rows(const Console *s, const uint32_t *table, int bytes, int top,
                                                            int bottom, int step, uint8_t *rows) {
    Picture picture = {.beam = s->first};
    const size_t row_bytes = (size_t)((WIDTH + step - 1) / step * bytes);
    uint8_t line[ROW_BYTES], last[WIDTH], drawn[WIDTH * 3 + 1];
    memset(last, 1, WIDTH); /* which is no colour */
    for (int row = top; row < bottom;) {
        draw_line(s, &picture, FIRST_LINE + row, line);
        for (int block = 0; block < WIDTH; block += 8) {
            if (!memcmp(line + block, last + block, 8)) continue;
            memcpy(last + block, line + block, 8);
            int x = (block + step - 1) / step * step;
            uint8_t *pixel = drawn + x / step * bytes, *end = pixel + 24, after = *end;
            for (; x < block + 8; x += step, pixel += bytes) {
                if (bytes == 1) *pixel = (uint8_t)table[line[x]];
                else memcpy(pixel, table + line[x], 4); /* with a byte of the next pixel, which is quicker */
            }
            if (bytes == 3) *end = after;
        }
        do copy(rows, drawn, row_bytes), rows += row_bytes;
        while ((row += step) < bottom && FIRST_LINE + row < picture.end);
    }
}

#endif
