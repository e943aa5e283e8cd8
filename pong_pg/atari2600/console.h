/* The parts of an Atari 2600: what they remember, their registers, and the bus between them.
 *
 * Time is counted in cycles of the 6507 from the beginning of the scan line in which the frame began. A line is 76
 * cycles or 228 colour clocks long, of which the last 160 are visible.
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdint.h>
#include <string.h>

enum {
    LINE_CYCLES = 76,
    LINE_CLOCKS = 228,
    BLANK_CLOCKS = 68, /* of a line, before its first pixel */
    WIDTH = 160,
    HEIGHT = 210,
    FIRST_LINE = 34,       /* the scan line that is row 0 of the picture */
    CYCLE_LIMIT = 60000,   /* of a frame that never ends by itself, as no frame of Pong is: 262 lines are 19,912 */
    LOG_SIZE = 1024,
    RAM_SIZE = 128,
    ROM_SIZE = 2048,
    PADDLES = 4,
    NEVER = 1 << 28 /* a cycle that does not come */
};

#define USUALLY(condition) __builtin_expect(!!(condition), 1)

/* The TIA's registers that are written, by their names in the Stella Programmer's Guide. */
enum {
    VSYNC, VBLANK, WSYNC, RSYNC, NUSIZ0, NUSIZ1, COLUP0, COLUP1, COLUPF, COLUBK, CTRLPF, REFP0, REFP1, PF0, PF1, PF2,
    RESP0, RESP1, RESM0, RESM1, RESBL, AUDC0, AUDC1, AUDF0, AUDF1, AUDV0, AUDV1, GRP0, GRP1, ENAM0, ENAM1, ENABL,
    HMP0, HMP1, HMM0, HMM1, HMBL, VDELP0, VDELP1, VDELBL, RESMP0, RESMP1, HMOVE, HMCLR, CXCLR, TIA_REGISTERS
};

/* The TIA's registers that are read: collisions from 0, and inputs. */
enum { CXM0P, CXM1P, CXP0FB, CXP1FB, CXM0FB, CXM1FB, CXBLPF, CXPPMM, INPT0, INPT4 = 12, INPT5 };

/* What the TIA can draw. */
enum { P0, P1, M0, M1, BALL, PLAYFIELD, OBJECTS };

/* 160 pixels, the leftmost in the lowest bit of the first word. */
typedef struct {
    uint64_t word[3];
} Pixels;

/* What the beam depends on. */
typedef struct {
    uint8_t reg[TIA_REGISTERS];
    uint8_t old_grp[2], old_enabl; /* what the vertical delay shows */
    uint8_t live;                  /* a bit for each object that is on */
    uint8_t position[5];           /* leftmost pixel of each object but the playfield, 0 to 159 */
    uint16_t comb_line;            /* in its first eight pixels HMOVE blanks the beam */
} Beam;

/* A write to the TIA that changed something, in 32 bits. */
#define LOGGED(cycle, reg, value) ((uint32_t)(cycle) << 16 | (uint32_t)(reg) << 8 | (value))
#define CYCLE_OF(write) ((int32_t)((write) >> 16))
#define REG_OF(write) ((write) >> 8 & 0xff)
#define VALUE_OF(write) ((uint8_t)(write))

typedef struct {
    uint8_t a, x, y, sp, n, z, c, v, d, i; /* n: bit 7 is the flag; z: zero if the flag is set */
    uint16_t pc;
} Cpu;

/* A console. Up to `log`, it holds all that the rest of a game depends on; a saved state ends with the log's part that
 * is in use. */
typedef struct {
    uint32_t version, size; /* Python reads the members of this and the next two lines */
    uint32_t frames;        /* that were played in this game, as ALE counts them */
    uint32_t is_over;       /* a side had 21 points when the last frame ended */
    Cpu cpu;
    uint8_t ram[RAM_SIZE];
    uint8_t reg[TIA_REGISTERS]; /* the TIA's registers as they were written last */
    uint8_t is_delayed;         /* what the next write to GRP0 (bit 0) or GRP1 (bit 1) makes visible has changed */
    uint8_t swcha, swchb;       /* what paddles' buttons and the console's switches put on the RIOT's ports */
    uint8_t timer_value, timer_shift;
    uint16_t collisions;        /* a bit for each pair of objects, see tia.h */
    int32_t cycle;
    int32_t timer_set;          /* when the timer was written */
    int32_t charge[PADDLES];    /* cycles that a paddle's capacitor takes to be charged */
    int32_t high_from[PADDLES]; /* when that is over, so that the input reads as high */
    int32_t paddle;             /* the agent's, see console.c */
    int32_t score;              /* the agent's points less the opponent's, when the last frame ended */
    int32_t seen;               /* cycle up to which collisions are known */
    uint32_t log_seen;          /* entries of the log that `beam` has */
    uint32_t log_used;
    Beam beam;                  /* at `seen` */
    Beam first;                 /* at the beginning of the frame */
    uint8_t frame_done;
    uint8_t is_interpreted;     /* the translation is not used */
    uint32_t log[LOG_SIZE];
} Console;

#endif
