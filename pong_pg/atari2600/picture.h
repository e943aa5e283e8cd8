/* The picture of the last frame, drawn from the log of what the TIA's registers were given. */
#ifndef PICTURE_H
#define PICTURE_H

#include "tia.h"

/* A picture in the making, line by line. */
typedef struct {
    Beam beam;
    uint32_t next;          /* entry of the log */
    int32_t end;            /* lines before this one look like the last one that was drawn */
    Pixels pixels[OBJECTS]; /* of each object in the line that is drawn */
    unsigned stale;         /* a bit for each object whose pixels are to be made anew */
} Picture;

enum { ALL_OBJECTS = (1 << OBJECTS) - 1 };

static Picture first_picture(const Console *s) {
    Picture picture = {.beam = s->first, .stale = ALL_OBJECTS};
    return picture;
}

/* Returns a bit for each object that a register shows or hides, and nothing else. */
static inline unsigned shown_by(unsigned reg) {
    static const uint8_t objects[TIA_REGISTERS] = {
        [PF0] = 1 << PLAYFIELD, [PF1] = 1 << PLAYFIELD, [PF2] = 1 << PLAYFIELD, [ENAM0] = 1 << M0, [ENAM1] = 1 << M1,
        [ENABL] = 1 << BALL, [GRP0] = 1 << P0 | 1 << P1, [GRP1] = 1 << P0 | 1 << P1 | 1 << BALL};
    return objects[reg];
}

static inline void make_pixels(Picture *picture, unsigned object) {
    if (picture->beam.live >> object & 1) picture->pixels[object] = object_pixels(&picture->beam, object);
    else picture->pixels[object] = (Pixels){{0}};
}

static inline void make_stale_pixels(Picture *picture, unsigned objects) {
    for (unsigned stale = picture->stale & objects; stale; stale &= stale - 1)
        make_pixels(picture, (unsigned)__builtin_ctz(stale));
    picture->stale &= ~objects;
}

/* Lets objects be shown or hidden from a pixel on. */
static void change_within_line(Picture *picture, uint32_t write, int32_t at, unsigned objects) {
    Pixels kept = range(0, at), before[OBJECTS];
    make_stale_pixels(picture, objects);
    memcpy(before, picture->pixels, sizeof before);
    beam_write(&picture->beam, write);
    for (; objects; objects &= objects - 1) {
        unsigned object = (unsigned)__builtin_ctz(objects);
        Pixels *pixels = &picture->pixels[object];
        make_pixels(picture, object);
        for (int i = 0; i < 3; i++)
            pixels->word[i] = (before[object].word[i] & kept.word[i]) | (pixels->word[i] & ~kept.word[i]);
    }
}

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
            /* A byte of 255 for each bit, the lowest first. */
            uint64_t drawn = (bits >> first & 0xff) * each_byte & 0x8040201008040201, was;
            drawn = ((drawn + 0x7f * each_byte) >> 7 & each_byte) * 0xff;
            memcpy(&was, eight, 8);
            was = (was & ~drawn) | (colour * each_byte & drawn);
            memcpy(eight, &was, 8);
            bits &= ~((uint64_t)0xff << first);
        }
    }
}

/* Draws a row from a pixel to the right edge. */
static void draw_part(Picture *picture, uint8_t *row, int32_t begin) {
    static const uint8_t orders[2][OBJECTS] = {{PLAYFIELD, BALL, M1, P1, M0, P0}, {M1, P1, M0, P0, PLAYFIELD, BALL}};
    static const uint8_t colours[OBJECTS] = {COLUP0, COLUP1, COLUP0, COLUP1, COLUPF, COLUPF};
    const Beam *beam = &picture->beam;
    unsigned is_blank = beam->reg[VBLANK] & 2, mode = beam->reg[CTRLPF];
    uint64_t background = is_blank ? 0 : (beam->reg[COLUBK] & 0xfe) * (uint64_t)0x0101010101010101;
    for (int32_t x = begin; x < WIDTH; x += 8) memcpy(row + x, &background, 8);
    if (is_blank) return;
    make_stale_pixels(picture, ALL_OBJECTS);
    for (unsigned i = 0; i < OBJECTS; i++) {
        unsigned object = orders[mode >> 2 & 1][i];
        const Pixels *pixels = &picture->pixels[object];
        if (!(pixels->word[0] | pixels->word[1] | pixels->word[2])) continue;
        if (object == PLAYFIELD && (mode & 6) == 2) { /* the score mode: each half in its player's colour */
            Pixels left = {{pixels->word[0], pixels->word[1] & 0xffff, 0}};
            Pixels right = {{0, pixels->word[1] & ~(uint64_t)0xffff, pixels->word[2]}};
            draw_pixels(row, &left, begin, beam->reg[COLUP0] & 0xfe);
            draw_pixels(row, &right, begin, beam->reg[COLUP1] & 0xfe);
        } else {
            draw_pixels(row, pixels, begin, beam->reg[colours[object]] & 0xfe);
        }
    }
}

/* Draws a line of the last frame. Lines must be drawn from the top to the bottom; some may be left out. */
static void draw_line(const Console *s, Picture *picture, int32_t line, uint8_t *row) {
    int32_t begin = line * LINE_CLOCKS + BLANK_CLOCKS, x = 0;
    unsigned mixed = 0;
    picture->end = INT32_MAX;
    for (; picture->next < s->log_used; picture->next++) {
        uint32_t write = s->log[picture->next];
        int32_t at = beam_clock(CYCLE_OF(write), REG_OF(write)) - begin;
        unsigned objects = shown_by(REG_OF(write));
        if (at >= WIDTH) {
            picture->end = (begin + at) / LINE_CLOCKS;
            break;
        }
        if (at > x && objects) {
            change_within_line(picture, write, at, objects);
            mixed |= objects;
            continue;
        }
        if (at > x) {
            draw_part(picture, row, x);
            x = at;
        }
        beam_write(&picture->beam, write);
        picture->stale |= objects ? objects : ALL_OBJECTS;
    }
    draw_part(picture, row, x);
    picture->stale |= mixed;
    if (picture->beam.comb_line == line) memset(row, 0, 8);
    if (picture->beam.comb_line == line || x > 0 || mixed) picture->end = line + 1;
}

/* Apart, because compilers know string instructions for sizes that they know, which take long to begin. */
static __attribute__((noinline)) void copy(uint8_t *to, const uint8_t *from, size_t bytes) { memcpy(to, from, bytes); }

/* Draws rows of the last frame through a table of (256, channels) bytes: those from `top` on to before `bottom`, each
 * `step`-th one, and each `step`-th column. */
static inline __attribute__((always_inline)) void draw_rows(const Console *s, const uint8_t *table, size_t channels,
                                                            int top, int bottom, int step, uint8_t *rows) {
    Picture picture = first_picture(s);
    const size_t bytes = (size_t)((WIDTH + step - 1) / step) * channels;
    uint8_t line[ROW_BYTES], last[WIDTH];
    memset(last, 1, WIDTH); /* which is no colour */
    for (int row = top; row < bottom;) {
        draw_line(s, &picture, FIRST_LINE + row, line);
        /* Most of a line is as in the one above, which is there already. */
        for (int block = 0; block < WIDTH; block += 8) {
            if (!memcmp(line + block, last + block, 8)) continue;
            memcpy(last + block, line + block, 8);
            for (int x = (block + step - 1) / step * step; x < block + 8; x += step)
                for (size_t i = 0; i < channels; i++)
                    rows[(size_t)(x / step) * channels + i] = table[line[x] * channels + i];
        }
        /* The rows that are the same, and the next one, to be changed. */
        size_t done = 1, wanted = 1;
        for (row += step; row < bottom && FIRST_LINE + row < picture.end; row += step) wanted++;
        wanted += row < bottom;
        while (done < wanted) {
            size_t more = done < wanted - done ? done : wanted - done;
            copy(rows + done * bytes, rows, more * bytes);
            done += more;
        }
        rows += (wanted - (row < bottom)) * bytes;
    }
}

#endif
