/* Playing with the network of PPO: rollouts on the console in C, and one decision at a time for other environments.

   The first layer is in fixed point, see `to_fixed_point` in network.py. Its sums are exact in any order, so those of a
   frame follow from those of the frame before by the pixels that have changed. */

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../game/console_game.h"
#include "../native/rows.h"

enum { ACTIONS = 3, OUTPUTS = ACTIONS + 1, BIAS = 2 * PIXELS };

/* Of Pong's minimal action set, by the network's: stay, up, down. */
static const int ACTION[ACTIONS] = {0, 2, 3};

/* play.py reads the fields of its struct from here. */
typedef struct {
    Game *game_at;
    const int16_t *W1;   /* (12801, hidden): lit pixels, changed pixels, bias */
    const float *heads;  /* (4, hidden): a row for each logit, and one for the value */
    const float *biases; /* (4,) */
    int32_t *lit_sums;     /* (2, hidden): the bias and the rows of lit pixels, for the frame and for its reflection */
    int32_t *changed_sums; /* (2, hidden): the rows of changed pixels, likewise */
    float *hidden_layer;   /* (hidden,) */
    int64_t hidden;
    int16_t *changes;      /* the pixels that changed in each observation, one observation after another */
    int64_t room;          /* for changes */
    int64_t *ends;         /* where the changes of each observation end */
    uint8_t *actions;      /* of each step */
    double *rewards;
    uint8_t *over;         /* the state of the game after each step */
    int64_t observations;  /* made so far, one more than steps */
    int64_t given;         /* how many of the actions are given, and not drawn */
    int64_t at_end;        /* whether the game is over, and the next one not begun */
} Player;

INLINE int64_t used(const Player *player) { return player->observations ? player->ends[player->observations - 1] : 0; }

INLINE int64_t reflected(int64_t pixel) { return (SIDE - 1 - pixel / SIDE) * SIDE + pixel % SIDE; }

INLINE void add(int32_t *total, const int16_t *row, int sign, int64_t hidden)
{
    for (int64_t i = 0; i < hidden; i++) total[i] += sign * row[i];
}

/* Adds a pixel's row, of those that begin at `first`, to the sums of a frame, and its reflection's to the others. */
INLINE void add_pixel(const Player *player, int32_t *sums, int64_t first, int64_t pixel, int sign)
{
    const int64_t hidden = player->hidden;
    add(sums, player->W1 + (first + pixel) * hidden, sign, hidden);
    add(sums + hidden, player->W1 + (first + reflected(pixel)) * hidden, sign, hidden);
}

/* Adds up the rows of the present frame, and of what has changed since the one before. */
WIDE static void add_up(Player *player)
{
    const int64_t hidden = player->hidden;
    const uint8_t *mask = player->game_at->mask, *before = player->game_at->before;
    memset(player->lit_sums, 0, 2 * hidden * sizeof *player->lit_sums);
    memset(player->changed_sums, 0, 2 * hidden * sizeof *player->changed_sums);
    for (int view = 0; view < 2; view++) add(player->lit_sums + view * hidden, player->W1 + BIAS * hidden, 1, hidden);
    for (int64_t pixel = 0; pixel < PIXELS; pixel++) {
        if (mask[pixel]) add_pixel(player, player->lit_sums, 0, pixel, 1);
        if (mask[pixel] != before[pixel]) add_pixel(player, player->changed_sums, PIXELS, pixel, mask[pixel] ? 1 : -1);
    }
}

/* Makes the first observation of a rollout or of a game. What is recorded is how the mask differs from `last`. */
static void observe_anew(Player *player, const uint8_t *last)
{
    int64_t end = used(player);
    for (int pixel = 0; pixel < PIXELS; pixel++)
        if (player->game_at->mask[pixel] != last[pixel]) player->changes[end++] = (int16_t)pixel;
    player->ends[player->observations++] = end;
    add_up(player);
}

/* Makes an observation of any other frame. */
WIDE static void observe(Player *player)
{
    Game *game = player->game_at;
    const int64_t begin = used(player), hidden = player->hidden;
    const int16_t *pixels = player->changes + begin;
    const int64_t count = list_changes(game, player->changes + begin);
    memset(player->changed_sums, 0, 2 * hidden * sizeof *player->changed_sums);
    for (int64_t i = 0; i < count; i++) {
        const int sign = game->mask[pixels[i]] ? 1 : -1;
        add_pixel(player, player->lit_sums, 0, pixels[i], sign);
        add_pixel(player, player->changed_sums, PIXELS, pixels[i], sign);
        /* The next rollout begins with this observation. */
        game->before[pixels[i]] ^= 1;
    }
    player->ends[player->observations++] = begin + count;
}

/* Draws an action, 0 to 2, for the last observation: the first whose cumulative probability exceeds `number`, which is
   in [0, 1); or the most probable one, where `greedy` is not 0. */
WIDE static int64_t select_action(Player *player, double number, int64_t greedy)
{
    const int64_t hidden = player->hidden;
    float logits[ACTIONS] = {0};
    double odds[ACTIONS], largest = -INFINITY, total = 0, cumulative = 0;
    int64_t action = 0;
    for (int view = 0; view < 2; view++) {
        const int32_t *lit = player->lit_sums + view * hidden, *changed = player->changed_sums + view * hidden;
        for (int64_t i = 0; i < hidden; i++) {
            int32_t sum = lit[i] + changed[i];
            player->hidden_layer[i] = (float)(sum < 0 ? 0 : sum);
        }
        /* In the reflection, up and down change places. */
        for (int k = 0; k < ACTIONS; k++)
            logits[view && k ? ACTIONS - k : k] +=
                sum_of_products(player->hidden_layer, player->heads + k * hidden, hidden) + player->biases[k];
    }
    for (int k = 0; k < ACTIONS; k++)
        if (logits[k] > largest) {
            largest = logits[k];
            action = k;
        }
    if (greedy) return action;
    for (int k = 0; k < ACTIONS; k++) total += odds[k] = exp(logits[k] - largest);
    for (action = 0; action < ACTIONS - 1; action++)
        if (number * total < (cumulative += odds[action])) break;
    return action;
}

/* Draws an action for the present frame by itself; see `select_action`. */
int64_t pong_pg_ppo_decide(Player *player, double number, int64_t greedy)
{
    add_up(player);
    return select_action(player, number, greedy);
}

/* Plays on until the record has so many steps; or until a game is over whose next one is not known, or there is no room
   for the changes of another observation. */
void pong_pg_ppo_play(Player *player, int64_t steps, int64_t greedy)
{
    Game *game = player->game_at;
    while (used(player) + PIXELS <= player->room) {
        if (player->at_end) {
            uint8_t last[PIXELS];
            memcpy(last, game->before, PIXELS);
            if (!begin_next_game(game)) return;
            player->at_end = 0;
            observe_anew(player, player->observations ? last : game->before);
        } else if (!player->observations) {
            observe_anew(player, game->before);
        }
        const int64_t step = player->observations - 1;
        if (step >= steps) return;
        const double number = greedy ? 0 : uniform(&game->actions);
        if (step >= player->given) player->actions[step] = (uint8_t)select_action(player, number, greedy);
        memcpy(game->before, game->mask, PIXELS);
        player->over[step] = (uint8_t)play_step(game, ACTION[player->actions[step]], player->rewards + step);
        if (player->over[step]) player->at_end = 1;
        else observe(player);
    }
}
