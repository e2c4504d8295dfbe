/*
 * Measures Freecell Solver in-process, to have the peer's speed without the cost of starting a program a deal.
 *
 *     cc -O2 -o fcsolve fcsolve.c -lfreecell-solver
 *     ./fcsolve [-v] [-i LIMIT] GAME PRESET FIRST LAST
 *
 * GAME is eight_off, freecell, bakers_game or sea_towers; PRESET is a configuration that `fc-solve -l` knows, or
 * `default`. The fastest ones: `three-eighty` for eight_off, bakers_game and sea_towers, `lg` for freecell:
 *
 *     ./fcsolve eight_off three-eighty 1 20000
 *     ./fcsolve bakers_game three-eighty 1 2000
 *     ./fcsolve freecell lg 1 20000
 *
 * FIRST..LAST are Microsoft deals, 1 to 2147483647. One line comes out, key=value: deals, solved, unsolvable
 * (said by the preset, which need not search everything), limit-hit, user CPU seconds, deals a second of it, mean
 * iterations over all deals, mean length of the solutions in the library's moves (a run that is moved counts one).
 * -v prints each deal before: number, verdict, iterations, moves. -i bounds the iterations of a deal; default none.
 *
 * One instance is recycled from deal to deal. Dealing and writing the board as text are part of the time.
 */
#include <freecell-solver/fcs_cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

struct game
{
    const char *name;
    const char *library_name;
    int columns;
    int in_columns; /* cards dealt to the columns; the others go to the cells */
    int cells, cell_step; /* the leftover cards lie in every so many cells */
};

static const struct game games[] = {
    {"eight_off", "eight_off", 8, 48, 8, 2},
    {"freecell", "freecell", 8, 52, 4, 1},
    {"bakers_game", "bakers_game", 8, 52, 4, 1},
    {"sea_towers", "seahaven_towers", 10, 50, 4, 1},
};

static const struct game *find_game(const char *name)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (!strcmp(games[i].name, name))
            return games + i;
    return NULL;
}

/* Fills deck with the numbers rank*4+suit, from 0, in dealing order. */
static void shuffle(int deck[52], unsigned seed)
{
    int rest[52];
    for (int i = 0; i < 52; i++)
        rest[i] = i;
    unsigned state = seed;
    for (int left = 52; left > 0; left--)
    {
        state = (state * 214013u + 2531011u) & 0x7fffffffu;
        int j = (int)(state >> 16) % left;
        deck[52 - left] = rest[j];
        rest[j] = rest[left - 1];
    }
}

static char *put_card(char *to, int card)
{
    *to++ = "A23456789TJQK"[card >> 2];
    *to++ = "CDHS"[card & 3];
    return to;
}

/* Writes a deal's board as the library reads it; text holds at least 512 bytes. */
static void write_board(char *text, const struct game *g, unsigned seed)
{
    int deck[52];
    shuffle(deck, seed);
    if (g->in_columns < 52)
    {
        text += sprintf(text, "FC:");
        for (int i = 0, next = g->in_columns; i < g->cells; i++)
        {
            *text++ = ' ';
            if (i % g->cell_step == 0 && next < 52)
                text = put_card(text, deck[next++]);
            else
                *text++ = '-';
        }
        *text++ = '\n';
    }
    for (int c = 0; c < g->columns; c++)
    {
        for (int i = c; i < g->in_columns; i += g->columns)
        {
            text = put_card(text, deck[i]);
            *text++ = ' ';
        }
        text[-1] = '\n';
    }
    *text = '\0';
}

static void *new_solver(const char *game, const char *preset, long limit)
{
    void *solver = freecell_solver_user_alloc();
    if (freecell_solver_user_apply_preset(solver, game) != FCS_PRESET_CODE_OK)
    {
        fprintf(stderr, "fcsolve: the library does not know game %s\n", game);
        exit(2);
    }
    if (strcmp(preset, "default") != 0)
    {
        char *error = NULL;
        if (freecell_solver_user_cmd_line_read_cmd_line_preset(
                solver, preset, NULL, &error, -1, NULL) != FCS_CMD_LINE_OK)
        {
            fprintf(stderr, "fcsolve: preset %s: %s\n", preset, error ? error : "not found");
            exit(2);
        }
    }
    freecell_solver_user_limit_iterations_long(solver, limit);
    return solver;
}

static double user_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
    int verbose = 0, option;
    long limit = -1;
    while ((option = getopt(argc, argv, "vi:")) != -1)
    {
        if (option == 'v')
            verbose = 1;
        else if (option == 'i')
            limit = atol(optarg);
        else
            return 2;
    }
    const struct game *g = argc - optind == 4 ? find_game(argv[optind]) : NULL;
    if (!g)
    {
        fprintf(stderr, "usage: fcsolve [-v] [-i LIMIT] eight_off|freecell|bakers_game|sea_towers PRESET FIRST LAST\n");
        return 2;
    }
    const char *preset = argv[optind + 1];
    const long first = atol(argv[optind + 2]), last = atol(argv[optind + 3]);
    void *const solver = new_solver(g->library_name, preset, limit);

    long solved = 0, unsolvable = 0, limited = 0;
    double iterations = 0, moves = 0;
    const double start = user_seconds();
    for (long deal = first; deal <= last; deal++)
    {
        char text[512];
        write_board(text, g, (unsigned)deal);
        freecell_solver_user_recycle(solver);
        const int status = freecell_solver_user_solve_board(solver, text);
        const long long spent = (long long)freecell_solver_user_get_num_times_long(solver);
        const char *verdict = "limit";
        int length = 0;
        iterations += (double)spent;
        if (status == FCS_STATE_WAS_SOLVED)
        {
            verdict = "solved";
            length = freecell_solver_user_get_moves_left(solver);
            solved++;
            moves += length;
        }
        else if (status == FCS_STATE_IS_NOT_SOLVEABLE)
        {
            verdict = "unsolvable";
            unsolvable++;
        }
        else if (status == FCS_STATE_SUSPEND_PROCESS)
            limited++;
        else
        {
            fprintf(stderr, "fcsolve: deal %ld: unexpected status %d\n", deal, status);
            return 1;
        }
        if (verbose)
            printf("%ld\t%s\t%lld\t%d\n", deal, verdict, spent, length);
    }
    const double seconds = user_seconds() - start;
    const double deals = (double)(last - first + 1);
    printf("deals=%.0f solved=%ld unsolvable=%ld limit-hit=%ld user=%.3fs deals/s=%.1f iterations=%.1f moves=%.1f\n",
        deals, solved, unsolvable, limited, seconds, deals / seconds, iterations / deals,
        solved ? moves / (double)solved : 0.0);
    freecell_solver_user_free(solver);
    return 0;
}
