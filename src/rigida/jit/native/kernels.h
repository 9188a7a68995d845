/* One compiled form of a kernel.
 *
 * `given` holds the words of a call's arguments, `bound` those of what was bound once, `result` takes what the kernel
 * returns: a number is a word, a contiguous array its address and shape, a table the address of its words. The status
 * is 0, or why the kernel ended early; `message` then says more.
 */
#ifndef RIGIDA_KERNELS_H
#define RIGIDA_KERNELS_H
#include <stdint.h>

enum { NO_MEMORY = 1, OUT_OF_BOUNDS = 2 };
typedef int (*Run)(const int64_t *given, const int64_t *bound, int64_t *result, char *message);

int processor_has(const char *name);
#endif
