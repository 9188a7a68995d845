/* What an x86-64 processor can do, asked of itself: not every C compiler brings what __builtin_cpu_supports needs. */
#include <string.h>

#include "kernels.h"

#if defined(__x86_64__)
#include <cpuid.h>

/* Which bit of which answer of CPUID (leaf, then EBX or ECX) says it, and which registers the system must keep:
   none, those of 256 bits, those of 512 bits (bits of XCR0). */
typedef struct {
    const char *name;
    unsigned leaf, in_ecx, bit, kept;
} Feature;

enum { NOTHING = 0, YMM = 0x06, ZMM = 0xe6 };
static const Feature FEATURES[] = {
    {"sse3", 1, 1, 0, NOTHING},  {"ssse3", 1, 1, 9, NOTHING},  {"sse4.1", 1, 1, 19, NOTHING},
    {"sse4.2", 1, 1, 20, NOTHING}, {"popcnt", 1, 1, 23, NOTHING}, {"avx", 1, 1, 28, YMM},
    {"fma", 1, 1, 12, YMM},      {"bmi", 7, 0, 3, NOTHING},    {"avx2", 7, 0, 5, YMM},
    {"bmi2", 7, 0, 8, NOTHING},  {"avx512f", 7, 0, 16, ZMM},   {"avx512vl", 7, 0, 31, ZMM},
};

/* Return which registers the operating system keeps when it changes between programs. */
static unsigned kept_registers(void) {
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1)) return 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

int processor_has(const char *name) {
    for (size_t k = 0; k < sizeof FEATURES / sizeof *FEATURES; k++) {
        const Feature *f = &FEATURES[k];
        unsigned a, b, c, d;
        if (strcmp(f->name, name)) continue;
        if (!__get_cpuid_count(f->leaf, 0, &a, &b, &c, &d)) return 0;
        return ((f->in_ecx ? c : b) >> f->bit & 1) && (kept_registers() & f->kept) == f->kept;
    }
    return 0;
}
#else
int processor_has(const char *name) {
    (void)name;
    return 1;
}
#endif
