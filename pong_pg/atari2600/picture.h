/* The picture of the last frame, drawn from the log of what the TIA's registers were given. */
#ifndef PICTURE_H
#define PICTURE_H

#include "tia.h"

/* A picture in the making, line by line. */
typedef struct {
    Beam beam;
    uint32_t next; /* entry of the log */
    int32_t is_plain; /* nothing changed within the last line */
} Picture;

static void draw_pixels(uint8_t *row, const Pixels *pixels, const Pixels *seen, uint8_t colour) {
    for (unsigned i = 0; i < 3; i++) {
        uint64_t bits = pixels->word[i] & seen->word[i];
        while (bits) {
            unsigned begin = (unsigned)__builtin_ctzll(bits);
            uint64_t gaps = ~(bits >> begin);
            unsigned count = gaps ? (unsigned)__builtin_ctzll(gaps) : 64;
            memset(row + 64 * i + begin, colour, count);
            if (begin + count >= 64) break;
            bits &= ~(uint64_t)0 << (begin + count);
        }
    }
}

static void draw_part(const Beam *beam, uint8_t *row, int32_t begin, int32_t end) {
    static const uint8_t orders[2][OBJECTS] = {{PLAYFIELD, BALL, M1, P1, M0, P0}, {M1, P1, M0, P0, PLAYFIELD, BALL}};
    static const uint8_t colours[OBJECTS] = {COLUP0, COLUP1, COLUP0, COLUP1, COLUPF, COLUPF};
    if (begin >= end) return;
    if (beam->reg[VBLANK] & 2) {
        memset(row + begin, 0, (size_t)(end - begin));
        return;
    }
    unsigned live = beam->live, mode = beam->reg[CTRLPF];
    const uint8_t *order = orders[mode >> 2 & 1];
    Pixels seen = range(begin, end);
    memset(row + begin, beam->reg[COLUBK] & 0xfe, (size_t)(end - begin));
    for (int i = 0; i < OBJECTS; i++) {
        unsigned object = order[i];
        if (!(live >> object & 1)) continue;
        Pixels pixels = object_pixels(beam, object);
        if (object == PLAYFIELD && (mode & 6) == 2) { /* the score mode: each half in its player's colour */
            Pixels left = range(begin, end < WIDTH / 2 ? end : WIDTH / 2);
            Pixels right = range(begin > WIDTH / 2 ? begin : WIDTH / 2, end);
            draw_pixels(row, &pixels, &left, beam->reg[COLUP0] & 0xfe);
            draw_pixels(row, &pixels, &right, beam->reg[COLUP1] & 0xfe);
        } else {
            draw_pixels(row, &pixels, &seen, beam->reg[colours[object]] & 0xfe);
        }
    }
}

/* Draws a line of the last frame, unless `row` has the line drawn before and that looks the same; returns whether. */
static int draw_line(const Console *s, Picture *picture, int32_t line, uint8_t *row) {
    int32_t begin = line * LINE_CLOCKS + BLANK_CLOCKS, x = 0, is_same = picture->is_plain;
    Beam *beam = &picture->beam;
    picture->is_plain = 1;
    for (; picture->next < s->log_used; picture->next++) {
        const Write *write = &s->log[picture->next];
        int32_t at = beam_clock(write->cycle, write->reg) - begin;
        if (at >= WIDTH) break;
        is_same = 0;
        if (at > x) {
            draw_part(beam, row, x, at);
            x = at;
            picture->is_plain = 0;
        }
        beam_write(beam, write->cycle, write->reg, write->value);
    }
    if (is_same) return 1;
    draw_part(beam, row, x, WIDTH);
    if (beam->comb_line == line) {
        memset(row, 0, 8);
        picture->is_plain = 0;
    }
    return 0;
}

static inline Picture picture_of(const Console *s) {
    Picture picture = {.beam = s->first};
    return picture;
}

#endif
