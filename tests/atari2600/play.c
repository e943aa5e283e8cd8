/* Plays, looks at the screen, saves and restores; built with sanitizers, which end the program at the first fault. With a
 * second argument, some bytes of the states are changed before they are restored, if they are. */
#include <stdlib.h>

#include "console.c"

enum { STACKED = 2 };

static uint32_t number = 1;

static unsigned random_number(unsigned below) {
    number ^= number << 13;
    number ^= number >> 17;
    number ^= number << 5;
    return number % below;
}

int main(int argc, char **argv) {
    static uint32_t table[256];
    static uint8_t screen[3 * WIDTH * HEIGHT], stacks[STACKED * SIDE * SIDE];
    int rounds = argc > 1 ? atoi(argv[1]) : 0, changes = argc > 2 ? atoi(argv[2]) : 0;
    /* Of their real sizes, so that a sanitizer sees where they end. */
    Console *s = calloc(1, console_bytes());
    uint8_t *saved = malloc(console_bytes());
    if (!s || !saved) return 1;
    for (int round = 0; round < rounds; round++) {
        console_reset(s, round & 1, round & 3);
        console_repeat(s, (int)random_number(18), (int)random_number(changes ? 100 : 2000));
        size_t bytes = console_save(s, saved);
        uint8_t *exact = malloc(bytes);
        if (!exact) return 1;
        memcpy(exact, saved, bytes);
        /* Not version and size, without which all would be refused. */
        for (int i = 0; i < changes; i++) exact[8 + random_number((unsigned)bytes - 8)] = (uint8_t)random_number(256);
        int is_state = console_restore(s, exact, bytes);
        free(exact);
        if (!is_state && !changes) return 1;
        console_interpret(s, round & 4);
        for (int frame = 0; frame < 30; frame++) {
            console_rgb(s, table, screen);
            console_sample(s, table, 35, 195, 2, screen);
            console_repeat(s, (int)random_number(18), 1);
        }
        uint8_t actions[4] = {2, 3, 4, 5}, skipped = 0, is_over;
        int32_t reward;
        console_step(s, actions, 4, table, screen);
        vector_begin(s, table, STACKED, stacks);
        vector_step(&s, 1, &skipped, actions, 4, table, STACKED, stacks, stacks, &reward, &is_over);
        console_save(s, saved);
    }
    free(saved);
    free(s);
    return 0;
}
