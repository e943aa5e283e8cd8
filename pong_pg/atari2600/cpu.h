/* The 6507's bus, and what the generated code of its instructions is made of. */
#ifndef CPU_H
#define CPU_H

#include "console.h"
#include "riot.h"
#include "tia.h"

static inline __attribute__((always_inline)) uint8_t bus_read(Console *s, int32_t cycle, unsigned address) {
    if (address & 0x1000) return ROM[address & (ROM_SIZE - 1)];
    if (!(address & 0x80)) return tia_read(s, cycle, address);
    if (!(address & 0x200)) return s->ram[address & (RAM_SIZE - 1)];
    return riot_read(s, cycle, address);
}

/* Returns the cycle in which the program goes on. */
static inline __attribute__((always_inline)) int32_t bus_write(Console *s, int32_t cycle, unsigned address,
                                                               uint8_t value) {
    if (address & 0x1000) return cycle;
    if (!(address & 0x80)) return tia_write(s, cycle, address & 0x3f, value);
    if (address & 0x200) riot_write(s, cycle, address, value);
    else s->ram[address & (RAM_SIZE - 1)] = value;
    return cycle;
}

/* The same for addresses that are not known beforehand: out of line, or with the likeliest case first. */
static __attribute__((noinline)) uint8_t far_read(Console *s, int32_t cycle, unsigned address) {
    return bus_read(s, cycle, address);
}

static __attribute__((noinline)) int32_t far_write(Console *s, int32_t cycle, unsigned address, uint8_t value) {
    return bus_write(s, cycle, address, value);
}

static inline uint8_t rom_read(Console *s, int32_t cycle, unsigned address) {
    return USUALLY(address & 0x1000) ? ROM[address & (ROM_SIZE - 1)] : far_read(s, cycle, address);
}

static inline uint8_t ram_read(Console *s, int32_t cycle, unsigned address) {
    return USUALLY((address & 0x280) == 0x80) ? s->ram[address & (RAM_SIZE - 1)] : far_read(s, cycle, address);
}

static inline int32_t ram_write(Console *s, int32_t cycle, unsigned address, uint8_t value) {
    if (!USUALLY((address & 0x280) == 0x80)) return far_write(s, cycle, address, value);
    s->ram[address & (RAM_SIZE - 1)] = value;
    return cycle;
}

/* Pong's stack pointer often points to the enabling registers, so that PHP draws what a comparison found. */
static inline int32_t push(Console *s, int32_t cycle, unsigned sp, uint8_t value) {
    if (USUALLY(sp & 0x80)) s->ram[sp & (RAM_SIZE - 1)] = value;
    else if (sp - ENAM0 > ENABL - ENAM0) return far_write(s, cycle, 0x100 | sp, value);
    else return tia_write(s, cycle, sp, value);
    return cycle;
}

#define CPU_ENTER                                                                                                 \
    uint8_t a = s->cpu.a, x = s->cpu.x, y = s->cpu.y, sp = s->cpu.sp, n = s->cpu.n, z = s->cpu.z, c = s->cpu.c,   \
            v = s->cpu.v, d = s->cpu.d, i = s->cpu.i, m;                                                           \
    uint16_t pc = s->cpu.pc;                                                                                      \
    int32_t t = s->cycle;                                                                                         \
    unsigned address
#define CPU_LEAVE                                                                                                 \
    s->cpu = (Cpu){a, x, y, sp, n, z, c, v, d, i, pc};                                                            \
    s->cycle = t

#define NZ(value) n = z = (value)
#define ADD(value)                                                                                                \
    {                                                                                                             \
        unsigned term = (value), sum = a + term + c;                                                              \
        v = (uint8_t)(((a ^ sum) & (term ^ sum)) >> 7 & 1);                                                       \
        c = sum > 0xff;                                                                                           \
        NZ(a = (uint8_t)sum);                                                                                     \
    }
#define SUBTRACT(value)                                                                                           \
    {                                                                                                             \
        unsigned term = (value), difference = a - term - !c;                                                      \
        v = (uint8_t)(((a ^ term) & (a ^ difference)) >> 7 & 1);                                                  \
        c = difference <= 0xff;                                                                                   \
        NZ(a = (uint8_t)difference);                                                                              \
    }
#define COMPARE(reg, value)                                                                                       \
    {                                                                                                             \
        c = reg >= (value);                                                                                       \
        NZ((uint8_t)(reg - (value)));                                                                             \
    }
/* Reads one of the paddles' inputs, which are `known` ones from the address on. */
#define READ_INPUT(base, index, known)                                                                            \
    if (USUALLY(index < (known))) {                                                                               \
        m = t >= s->high_from[((base) & 3) + index] ? 0x80 : 0;                                                   \
    } else {                                                                                                      \
        t += ((base) + index) >> 8;                                                                               \
        m = far_read(s, t, (base) + index);                                                                       \
    }
#define FLAGS() (uint8_t)((n & 0x80) | v << 6 | 0x30 | d << 3 | i << 2 | (!z) << 1 | c)
#define SET_FLAGS(value)                                                                                          \
    {                                                                                                             \
        n = (value), z = !((value) >> 1 & 1), c = (value) & 1;                                                    \
        v = (value) >> 6 & 1, d = (value) >> 3 & 1, i = (value) >> 2 & 1;                                         \
    }
#define PUSH(value)                                                                                               \
    {                                                                                                             \
        t = push(s, t, sp, value);                                                                                \
        sp = (uint8_t)(sp - 1);                                                                                   \
    }
#define PULL(byte)                                                                                                \
    {                                                                                                             \
        sp = (uint8_t)(sp + 1);                                                                                   \
        byte = ram_read(s, t, 0x100u | sp);                                                                       \
    }
#define PULL_PC(more)                                                                                             \
    {                                                                                                             \
        uint8_t low;                                                                                              \
        PULL(low);                                                                                                \
        PULL(m);                                                                                                  \
        pc = (uint16_t)((m << 8 | low) + more);                                                                   \
    }
#define CALL(from)                                                                                                \
    {                                                                                                             \
        PUSH((uint8_t)((from) >> 8));                                                                             \
        PUSH((uint8_t)(from));                                                                                    \
    }

#endif
