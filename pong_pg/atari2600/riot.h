/* The 6532 RIOT: its timer and its two ports. Its RAM is the console's. */
#ifndef RIOT_H
#define RIOT_H

#include "console.h"

/* Addresses of the RIOT's registers, without the bits that select the chip. */
enum { SWCHA = 0, SWACNT = 1, SWCHB = 2, SWBCNT = 3, INTIM = 4, TIM1T = 0x14 };

/* Returns what INTIM reads: it counts down once an interval, and once a cycle below zero. */
static inline uint8_t timer(const Console *s, int32_t cycle) {
    int32_t passed = (int32_t)((uint32_t)cycle - (uint32_t)s->timer_set) - 1;
    int32_t end = s->timer_value << s->timer_shift;
    if (passed < end) return (uint8_t)((end - 1 - passed) >> s->timer_shift);
    return (uint8_t)(end - 1 - passed);
}

static inline uint8_t riot_read(const Console *s, int32_t cycle, unsigned address) {
    switch (address & 7) {
    case SWCHA: return s->swcha;
    case SWCHB: return s->swchb;
    case INTIM: case INTIM + 2: return timer(s, cycle);
    default: return 0;
    }
}

static inline void riot_write(Console *s, int32_t cycle, unsigned address, uint8_t value) {
    static const uint8_t shifts[4] = {0, 3, 6, 10};
    if ((address & TIM1T) != TIM1T) return; /* Pong leaves both ports as inputs. */
    s->timer_value = value;
    s->timer_shift = shifts[address & 3];
    s->timer_set = cycle;
}

/* Returns the cycle in which a loop that reads INTIM until it is zero leaves; its first read is at `cycle`. */
static inline int32_t timer_wait(const Console *s, int32_t cycle, int32_t period) {
    int32_t zero = (int32_t)((uint32_t)s->timer_set + 1) + ((s->timer_value - 1) << s->timer_shift);
    if (s->timer_value && zero > cycle && zero - cycle < CYCLE_LIMIT)
        cycle += (zero - cycle + period - 1) / period * period;
    while (timer(s, cycle) && cycle < CYCLE_LIMIT) cycle += period;
    return cycle;
}

#endif
