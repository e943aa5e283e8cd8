/* A game of Pong that C plays by itself on the console of atari2600/: frame skips, sticky actions, masks and what changes
   in them. It is the game of compat/ale.py's DirectEnv, bit for bit. */

#pragma once

#include <stdint.h>
#include <string.h>

/* Which pixels of a frame the networks see, as in frames.py. */
enum { SIDE = 80, PIXELS = SIDE * SIDE, FIRST_ROW = 35, END_ROW = 195, STEP = 2 };

/* The state of the game after a step, as in ppo/reference.py. */
enum { GOES_ON, TERMINATED, TRUNCATED };

/* PCG64 (O'Neill 2014), which is NumPy's default generator: two words of 64 bits each, the lower one first. */
typedef struct {
    uint64_t state[2], increment[2];
} Generator;

/* console_game.py reads the fields of its struct from here. */
typedef struct {
    void *console; /* NULL if an environment of Python plays, and puts its masks here */
    int (*play)(void *, const uint8_t *, int);
    int (*restore)(void *, const uint8_t *, size_t);
    void (*draw)(const void *, const uint32_t *, int, int, int, uint8_t *);
    const void *is_over;        /* the console's uint32_t */
    const uint8_t *beginning;   /* the state in which a game begins */
    int64_t beginning_bytes;
    const uint32_t *table;      /* the mask's value of each palette index */
    uint8_t *mask;              /* (6400,) zeros and ones, of the present frame */
    uint8_t *before;            /* (6400,), of the frame before */
    int64_t fewest_frames;      /* of a step */
    int64_t frame_counts;       /* how many numbers of frames a step may have */
    int64_t most_frames;        /* after which a game is truncated */
    double sticky;              /* probability that a frame repeats the last action */
    Generator skips, repeats, actions;
    int64_t is_prepared;        /* whether the generators are those of the next game */
    int64_t held;               /* the action of the last frame */
    int64_t frames;             /* of this game so far */
} Game;

/* The actions of the console for those of Pong's minimal action set. */
static const uint8_t CONSOLE_ACTIONS[6] = {0, 1, 3, 4, 11, 12};

/* A number in [0, 1), as NumPy's `Generator.random` draws it. */
static inline double uniform(Generator *generator)
{
    const unsigned __int128 multiplier = (unsigned __int128)0x2360ed051fc65da4 << 64 | 0x4385df649fccf645;
    unsigned __int128 state = (unsigned __int128)generator->state[1] << 64 | generator->state[0];
    state = state * multiplier + ((unsigned __int128)generator->increment[1] << 64 | generator->increment[0]);
    const uint64_t high = generator->state[1] = (uint64_t)(state >> 64), low = generator->state[0] = (uint64_t)state;
    const unsigned turn = (unsigned)(high >> 58);
    const uint64_t mixed = high ^ low, drawn = mixed >> turn | mixed << (-turn & 63);
    return (double)(drawn >> 11) * (1.0 / 9007199254740992.0);
}

static void draw_mask(Game *game) { game->draw(game->console, game->table, FIRST_ROW, END_ROW, STEP, game->mask); }

/* Begins the next game, if it is prepared; returns whether it is. In its first frame, nothing has changed. */
static int begin_next_game(Game *game)
{
    if (!game->is_prepared) return 0;
    game->restore(game->console, game->beginning, (size_t)game->beginning_bytes);
    game->is_prepared = game->held = game->frames = 0;
    draw_mask(game);
    memcpy(game->before, game->mask, PIXELS);
    return 1;
}

/* Takes a step; returns the state of the game after it. */
static int play_step(Game *game, int action, double *reward)
{
    const uint8_t chosen = CONSOLE_ACTIONS[action];
    int64_t frames = game->fewest_frames;
    if (game->frame_counts > 1) frames += (int64_t)(uniform(&game->skips) * (double)game->frame_counts);
    int points = 0;
    for (int64_t i = 0; i < frames; i++) {
        uint8_t held = (uint8_t)game->held;
        if (!(game->sticky > 0 && uniform(&game->repeats) < game->sticky)) held = chosen;
        game->held = held;
        points += game->play(game->console, &held, 1);
    }
    *reward = points;
    game->frames += frames;
    draw_mask(game);
    return *(const uint32_t *)game->is_over ? TERMINATED : game->frames >= game->most_frames ? TRUNCATED : GOES_ON;
}

/* Lists the pixels that have changed since the frame before, ascending, and forgets that frame; returns how many. */
static int64_t list_changes(Game *game, int16_t *pixels)
{
    int64_t count = 0;
    for (int row = 0; row < PIXELS; row += SIDE) {
        if (!memcmp(game->mask + row, game->before + row, SIDE)) continue;
        for (int i = row; i < row + SIDE; i += 8) {
            if (!memcmp(game->mask + i, game->before + i, 8)) continue;
            for (int j = i; j < i + 8; j++) if (game->mask[j] != game->before[j]) pixels[count++] = (int16_t)j;
        }
        memcpy(game->before + row, game->mask + row, SIDE);
    }
    return count;
}
