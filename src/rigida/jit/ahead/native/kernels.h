/* One compiled form of a kernel, as numba's calling convention has it.
 *
 * The first two are numba's places for a result and an error. `given` holds the words of a call's arguments, `bound`
 * those of what was bound once, `result` takes what the kernel returns: a number is a word, a contiguous array its
 * address and shape, a table the address of its words.
 */
#ifndef RIGIDA_KERNELS_H
#define RIGIDA_KERNELS_H
#include <stdint.h>

typedef int (*Run)(void **none, void **error, int64_t *given, int64_t *bound, int64_t *result);

/* Written when the forms are compiled: the forms by number, and what the processor must be able to do. */
extern const Run FORMS[];
extern const int FORM_COUNT;
extern const char BUILD[];
const char *lacking_feature(void);
int processor_has(const char *name);
#endif
