/* The TIA: collisions and pictures, made from the history of its registers.
 *
 * Nothing is drawn while a frame runs. Writes that change something are logged; the log is read again when the program
 * asks for collisions, and once more if somebody looks at the picture.
 */
#ifndef TIA_H
#define TIA_H

#include "console.h"

/* Colour clocks from the cycle in which a register is written to the first pixel that shows it. */
static inline int32_t beam_clock(int32_t cycle, unsigned reg) {
    static const uint8_t delays[TIA_REGISTERS] = {
        [VBLANK] = 1, [PF0] = 2, [PF1] = 2, [PF2] = 2, [GRP0] = 1, [GRP1] = 1, [NUSIZ0] = 8, [NUSIZ1] = 8};
    return 3 * cycle + delays[reg];
}

/* Adds `count` pixels, from `begin` to the right and on from the left edge. */
static inline void fill(Pixels *pixels, unsigned begin, unsigned count) {
    for (; count; count--, begin++) {
        begin = begin >= WIDTH ? begin - WIDTH : begin;
        pixels->word[begin >> 6] |= (uint64_t)1 << (begin & 63);
    }
}

/* Returns the pixels from `begin` to `end` - 1. */
static inline Pixels range(int32_t begin, int32_t end) {
    Pixels pixels;
    for (int32_t i = 0; i < 3; i++) {
        int32_t low = begin - 64 * i, high = end - 64 * i;
        uint64_t below_high = high <= 0 ? 0 : high >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << high) - 1;
        uint64_t below_low = low <= 0 ? 0 : low >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << low) - 1;
        pixels.word[i] = below_high & ~below_low;
    }
    return pixels;
}

static inline unsigned reversed(unsigned byte) {
    byte = (byte & 0x0f) << 4 | byte >> 4;
    byte = (byte & 0x33) << 2 | (byte & 0xcc) >> 2;
    return (byte & 0x55) << 1 | (byte & 0xaa) >> 1;
}

/* Returns 32 pixels: four for each bit of a byte, the lowest bit leftmost. */
static inline uint64_t fourfold(unsigned byte) {
    uint32_t bits = (byte | byte << 12) & 0x000f000f;
    bits = (bits | bits << 6) & 0x03030303;
    bits = (bits | bits << 3) & 0x11111111;
    return bits * 15;
}

static inline Pixels playfield_pixels(const Beam *beam) {
    unsigned pf0 = beam->reg[PF0] >> 4, pf1 = beam->reg[PF1], pf2 = beam->reg[PF2];
    uint64_t left0 = fourfold(pf0), left1 = fourfold(reversed(pf1)), left2 = fourfold(pf2);
    uint64_t low = left0 | left1 << 16 | left2 << 48, high = left2 >> 16;
    if (beam->reg[CTRLPF] & 1) {
        uint64_t right2 = fourfold(reversed(pf2)), right1 = fourfold(pf1), right0 = fourfold(reversed(pf0) >> 4);
        return (Pixels){{low, high | right2 << 16 | right1 << 48, right1 >> 16 | right0 << 16}};
    }
    return (Pixels){{low, high | low << 16, low >> 48 | high << 16}};
}

static inline unsigned shown_graphics(const Beam *beam, unsigned player) {
    return beam->reg[VDELP0 + player] & 1 ? beam->old_grp[player] : beam->reg[GRP0 + player];
}

static inline unsigned is_ball_on(const Beam *beam) {
    return (beam->reg[VDELBL] & 1 ? beam->old_enabl : beam->reg[ENABL]) >> 1 & 1;
}

static inline unsigned is_missile_on(const Beam *beam, unsigned number) {
    return beam->reg[ENAM0 + number] >> 1 & ~(beam->reg[RESMP0 + number] >> 1) & 1;
}

/* Returns a bit for each object that is on, which `beam->live` has as well. */
static inline uint8_t live_objects(const Beam *beam) {
    return (uint8_t)((unsigned)(shown_graphics(beam, 0) != 0) << P0 | (unsigned)(shown_graphics(beam, 1) != 0) << P1 |
           is_missile_on(beam, 0) << M0 | is_missile_on(beam, 1) << M1 | is_ball_on(beam) << BALL |
           (unsigned)((beam->reg[PF0] | beam->reg[PF1] | beam->reg[PF2]) != 0) << PLAYFIELD);
}

static inline void set_live(Beam *beam, unsigned object, unsigned is_on) {
    beam->live = (uint8_t)((beam->live & ~(1u << object)) | (unsigned)(is_on != 0) << object);
}

/* Returns the pixels of an object that is on. */
static Pixels object_pixels(const Beam *beam, unsigned object) {
    /* For each number-size code: how far the copies are from the first one. */
    static const uint8_t copies[8][3] = {{0}, {0, 16}, {0, 32}, {0, 16, 32}, {0, 64}, {0}, {0, 32, 64}, {0}};
    Pixels pixels = {{0}};
    if (object == PLAYFIELD) return playfield_pixels(beam);
    unsigned x = beam->position[object];
    if (object == BALL) {
        fill(&pixels, x, 1u << (beam->reg[CTRLPF] >> 4 & 3));
        return pixels;
    }
    unsigned number = object & 1, size = beam->reg[NUSIZ0 + number];
    for (unsigned copy = 0; copy < 3; copy++) {
        unsigned begin = x + copies[size & 7][copy];
        if (copy && begin == x) break;
        if (object >= M0) {
            fill(&pixels, begin % WIDTH, 1u << (size >> 4 & 3));
            continue;
        }
        unsigned graphics = shown_graphics(beam, number), width = (size & 7) == 5 ? 2 : (size & 7) == 7 ? 4 : 1;
        if (!(beam->reg[REFP0 + number] & 8)) graphics = reversed(graphics);
        begin += width > 1;
        if (width == 1 && begin < 2 * 64 - 8 && begin % 64 < 64 - 8) { /* as usual: all in one word */
            pixels.word[begin / 64] |= (uint64_t)graphics << begin % 64;
            continue;
        }
        for (unsigned bit = 0; bit < 8; bit++)
            if (graphics >> bit & 1) fill(&pixels, (begin + bit * width) % WIDTH, width);
    }
    return pixels;
}

/* Lets the beam see a write. */
static inline void beam_write(Beam *beam, uint32_t write) {
    unsigned reg = REG_OF(write);
    int32_t cycle = CYCLE_OF(write);
    beam->reg[reg] = VALUE_OF(write);
    switch (reg) {
    case GRP0:
        beam->old_grp[1] = beam->reg[GRP1];
        set_live(beam, P0, shown_graphics(beam, 0));
        set_live(beam, P1, shown_graphics(beam, 1));
        break;
    case GRP1:
        beam->old_grp[0] = beam->reg[GRP0];
        beam->old_enabl = beam->reg[ENABL];
        set_live(beam, P0, shown_graphics(beam, 0));
        set_live(beam, P1, shown_graphics(beam, 1));
        set_live(beam, BALL, is_ball_on(beam));
        break;
    case PF0: case PF1: case PF2: set_live(beam, PLAYFIELD, beam->reg[PF0] | beam->reg[PF1] | beam->reg[PF2]); break;
    case ENAM0: set_live(beam, M0, is_missile_on(beam, 0)); break;
    case ENAM1: set_live(beam, M1, is_missile_on(beam, 1)); break;
    case ENABL: set_live(beam, BALL, is_ball_on(beam)); break;
    case VDELP0: case VDELP1: case VDELBL: beam->live = live_objects(beam); break;
    case RESP0: case RESP1: case RESM0: case RESM1: case RESBL: {
        int32_t x = 3 * cycle % LINE_CLOCKS - BLANK_CLOCKS, is_player = reg <= RESP1;
        beam->position[reg - RESP0] = (uint8_t)(x < 0 ? 2 + is_player : (x + 4 + is_player) % WIDTH);
        break;
    }
    case RESMP0: case RESMP1: {
        static const uint8_t centres[8] = {3, 3, 3, 3, 3, 6, 3, 10};
        unsigned player = reg - RESMP0, centre = centres[beam->reg[NUSIZ0 + player] & 7];
        beam->position[M0 + player] = (uint8_t)((beam->position[player] + centre) % WIDTH);
        beam->live = live_objects(beam);
        break;
    }
    case HMOVE:
        for (unsigned object = 0; object < 5; object++) {
            int motion = (beam->reg[HMP0 + object] >> 4 ^ 8) - 8;
            beam->position[object] = (uint8_t)((beam->position[object] + WIDTH - motion) % WIDTH);
        }
        /* Above the picture, the comb waits for its first line. */
        beam->comb_line = (uint16_t)(cycle / LINE_CYCLES > FIRST_LINE ? cycle / LINE_CYCLES : FIRST_LINE);
        break;
    case HMCLR: memset(beam->reg + HMP0, 0, 5); break;
    default: break;
    }
}

/* The two objects of each collision: bit 7 and bit 6 of CXM0P, of CXM1P, and so on; one of these bits has none. */
static const uint8_t PAIRS[16][2] = {
    {M0, P1}, {M0, P0}, {M1, P0}, {M1, P1}, {P0, PLAYFIELD}, {P0, BALL}, {P1, PLAYFIELD}, {P1, BALL},
    {M0, PLAYFIELD}, {M0, BALL}, {M1, PLAYFIELD}, {M1, BALL}, {BALL, PLAYFIELD}, {0, 0}, {P0, P1}, {M0, M1}};

/* Returns a bit for each pair of objects that are both on. */
static inline unsigned live_pairs(unsigned live) {
    static const uint16_t pairs_of[OBJECTS] = {0x4036, 0x40c9, 0x8303, 0x8c0c, 0x1aa0, 0x1550};
    unsigned one = 0, both = 0;
    for (unsigned object = 0; object < OBJECTS; object++) {
        unsigned pairs = live >> object & 1 ? pairs_of[object] : 0;
        both |= one & pairs;
        one |= pairs;
    }
    return both;
}

/* Adds the collisions between two colour clocks, while nothing changes. */
static void collide(Console *s, int32_t begin, int32_t end) {
    unsigned known = 0, wanted = live_pairs(s->beam.live) & ~(unsigned)s->collisions;
    if (!wanted || s->beam.reg[VBLANK] & 2) return;
    int32_t lines = end / LINE_CLOCKS - begin / LINE_CLOCKS;
    int32_t x0 = begin % LINE_CLOCKS - BLANK_CLOCKS, x1 = end % LINE_CLOCKS - BLANK_CLOCKS;
    Pixels seen = range(lines ? 0 : x0, lines > 1 ? WIDTH : x1), pixels[OBJECTS];
    if (lines == 1) {
        Pixels first = range(x0, WIDTH);
        for (int i = 0; i < 3; i++) seen.word[i] |= first.word[i];
    }
    for (; wanted; wanted &= wanted - 1) {
        unsigned pair = (unsigned)__builtin_ctz(wanted), a = PAIRS[pair][0], b = PAIRS[pair][1];
        if (!(known >> a & 1)) pixels[a] = object_pixels(&s->beam, a);
        if (!(known >> b & 1)) pixels[b] = object_pixels(&s->beam, b);
        known |= 1u << a | 1u << b;
        for (int i = 0; i < 3; i++)
            if (seen.word[i] & pixels[a].word[i] & pixels[b].word[i]) s->collisions |= (uint16_t)(1u << pair);
    }
}

/* Brings collisions up to a cycle. */
static __attribute__((noinline)) void see(Console *s, int32_t cycle) {
    Beam *beam = &s->beam;
    int32_t seen = s->seen;
    for (uint32_t i = s->log_seen; i < s->log_used; i++) {
        uint32_t write = s->log[i];
        int32_t clock = beam_clock(CYCLE_OF(write), REG_OF(write));
        if (clock > seen) {
            if (beam->live & (beam->live - 1)) collide(s, seen, clock);
            seen = clock;
        }
        if (REG_OF(write) == CXCLR) s->collisions = 0;
        beam_write(beam, write);
    }
    if (3 * cycle > seen) {
        if (beam->live & (beam->live - 1)) collide(s, seen, 3 * cycle);
        seen = 3 * cycle;
    }
    s->log_seen = s->log_used;
    s->seen = seen;
}

/* Makes room in a full log. No frame of Pong is that long; what is above is not in the picture. */
static __attribute__((noinline)) void forget(Console *s, int32_t cycle) {
    see(s, cycle);
    s->first = s->beam;
    s->log_used = s->log_seen = 0;
}

/* Logs a write that changes something. */
static __attribute__((noinline)) void tia_log(Console *s, int32_t cycle, unsigned reg, uint8_t value) {
    s->reg[reg] = value;
    s->log[s->log_used++] = LOGGED(cycle, reg, value);
    if (!USUALLY(s->log_used < LOG_SIZE)) forget(s, cycle);
}

static inline uint8_t tia_read(Console *s, int32_t cycle, unsigned reg) {
    reg &= 15;
    if (reg < INPT0) {
        see(s, cycle);
        unsigned both = s->collisions >> 2 * reg & 3;
        return (uint8_t)((both & 1) << 7 | (both & 2) << 5);
    }
    if (reg < INPT0 + PADDLES) return cycle >= s->high_from[reg - INPT0] ? 0x80 : 0;
    return reg == INPT4 || reg == INPT5 ? 0x80 : 0;
}

/* Writes a register; returns the cycle in which the program goes on. With a constant register, most of this is gone. */
static inline int32_t tia_write(Console *s, int32_t cycle, unsigned reg, uint8_t value) {
    switch (reg) {
    case VSYNC:
        s->frame_done = s->reg[VSYNC] >> 1 & ~(value >> 1) & 1;
        s->reg[VSYNC] = value;
        return cycle;
    case WSYNC: return (int32_t)(((unsigned)cycle + LINE_CYCLES - 1) / LINE_CYCLES * LINE_CYCLES);
    case VBLANK:
        if ((value ^ s->reg[VBLANK]) & 0x80)
            for (int i = 0; i < PADDLES; i++) s->high_from[i] = value & 0x80 ? NEVER : cycle + s->charge[i];
        break;
    case GRP0: case GRP1: {
        unsigned mine = reg == GRP0 ? 1 : 2;
        if (USUALLY(value == s->reg[reg] && !(s->is_delayed & mine))) return cycle;
        s->is_delayed = (uint8_t)((s->is_delayed & ~mine) | (value == s->reg[reg] ? 0 : mine ^ 3));
        break;
    }
    case ENAM0: case ENAM1: case ENABL:
        value &= 2;
        if (USUALLY(value == s->reg[reg])) return cycle;
        if (reg == ENABL) s->is_delayed |= 2;
        break;
    case HMCLR: memset(s->reg + HMP0, 0, 5); break;
    case RESP0: case RESP1: case RESM0: case RESM1: case RESBL: case HMOVE: case CXCLR: break;
    case RSYNC: case AUDC0: case AUDC1: case AUDF0: case AUDF1: case AUDV0: case AUDV1: return cycle;
    default:
        if (reg >= TIA_REGISTERS || USUALLY(value == s->reg[reg])) return cycle;
    }
    tia_log(s, cycle, reg, value);
    return cycle;
}

#endif
