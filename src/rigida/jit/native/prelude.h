/* What translated kernels are written with: memory, numbers as Python computes them, and eight numbers at once. */
#ifndef RIGIDA_PRELUDE_H
#define RIGIDA_PRELUDE_H
#include <float.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline, unused))
#define ROUTINE static __attribute__((unused))
#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define PREFETCH(p) __builtin_prefetch(p, 0, 3)

/* The words of a table. Another type than int64_t where C has one: no store of a kernel changes them. */
#if LONG_MAX == INT64_MAX
typedef long long Word;
#else
typedef int64_t Word;
#endif
typedef struct { char *p; int64_t n; } Rows;

INLINE double as_double(int64_t word) { union { int64_t w; double d; } u = {.w = word}; return u.d; }
INLINE int64_t as_word(double number) { union { double d; int64_t w; } u = {.d = number}; return u.w; }

/* Errors end a kernel at once; its entry tells Python of them: 1 there is no memory, 2 an index is out of bounds. */
typedef struct { jmp_buf back; char *message; } Guard;
static _Thread_local Guard *guard __attribute__((unused));
#define GUARD(text) Guard here_ = {.message = (text)}; guard = &here_; \
    { int status_ = setjmp(here_.back); if (status_) return status_; }
static void free_memory(void *p) __attribute__((unused));
static void free_memory(void *p) { free(*(void **)p); }
static void *allocate(int64_t size) __attribute__((unused));
static void *allocate(int64_t size) {
    void *p = size < 0 ? NULL : malloc((size_t)size + 1);
    if (p == NULL) longjmp(guard->back, 1);
    return p;
}

#ifdef RIGIDA_BOUNDS
#define GUARD_BOUNDS(text) GUARD(text)
static __attribute__((noinline, noreturn, unused)) void out_of_bounds(int64_t i, int64_t n, const char *file, int line) {
    snprintf(guard->message, 256, "%s:%d: index %lld is out of bounds, there are %lld rows or items.", file, line,
             (long long)i, (long long)n);
    longjmp(guard->back, 2);
}
#define INDEX(i, n) ({ const int64_t i_ = (i), n_ = (n); \
    if ((uint64_t)i_ >= (uint64_t)n_) out_of_bounds(i_, n_, __FILE__, __LINE__); i_; })
#define ROW(rows, i, size) ({ const Rows r_ = (rows); r_.p + INDEX(i, r_.n) * (size); })
#else
#define GUARD_BOUNDS(text) (void)(text)
#define INDEX(i, n) (i)
#define ROW(rows, i, size) ((rows).p + (i) * (size))
#endif
#define ITEM(p, i, size, count) ((p) + INDEX(i, count) * (size))
#define ROWS(table, k) ((Rows){(char *)(table)[k], (int64_t)(table)[(k) + 1]})
/* Stored as one type, read as another. */
#define LOAD(stored, read, p) ((read)*(const stored *)(p))
#define STORE(stored, p, x) (*(stored *)(p) = (stored)(x))
/* A record of one kind of number, which is all that the compiler need expect to be changed. */
#define COPY(T, count, to, from) do { \
        typedef struct { T number[count]; } Numbers_; \
        *(Numbers_ *)(to) = *(const Numbers_ *)(from); \
    } while (0)

/* Counters that threads share. A thread that waits for long lets others run: there may be fewer cores than threads. */
#ifdef _WIN32
__declspec(dllimport) int __stdcall SwitchToThread(void);
#define YIELD() SwitchToThread()
#else
#include <sched.h>
#define YIELD() sched_yield()
#endif
INLINE int64_t fetch_add(int64_t *counter, int64_t n) { return __atomic_fetch_add(counter, n, __ATOMIC_ACQ_REL); }
INLINE bool raise_to(int64_t *counter, int64_t n) {
    int64_t now = __atomic_load_n(counter, __ATOMIC_RELAXED);
    return now < n && __atomic_compare_exchange_n(counter, &now, n, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}
static void wait_for(int64_t *counter, int64_t count) __attribute__((unused));
static void wait_for(int64_t *counter, int64_t count) {
    for (int turns = 0; __atomic_load_n(counter, __ATOMIC_ACQUIRE) < count; turns++)
        if (turns >= 2000) YIELD();
}

INLINE int64_t clip(int64_t i, int64_t n) { i = i < 0 ? i + n : i; return i < 0 ? 0 : i > n ? n : i; }
INLINE Rows slice_rows(Rows rows, int64_t a, int64_t b, int64_t size) {
    b = b > rows.n ? rows.n : b;
    return (Rows){rows.p + a * size, b - a};
}

/* Numbers as Python computes them. */
#define EXTREMES(T, code) \
    INLINE T max_##code(T a, T b) { return b > a ? b : a; } \
    INLINE T min_##code(T a, T b) { return b < a ? b : a; }
EXTREMES(double, f8) EXTREMES(float, f4) EXTREMES(int64_t, i8) EXTREMES(uint64_t, u8)
/* x to the nth by squaring, from the lowest bit of n on. */
#define POWER(T, code) \
    INLINE T power_##code(T x, int n) { \
        for (T y = 1;; x *= x) { \
            if (n & 1) y *= x; \
            if ((n >>= 1) == 0) return y; \
        } \
    }
POWER(double, f8) POWER(float, f4) POWER(int64_t, i8) POWER(uint64_t, u8)
INLINE int64_t floordiv_i8(int64_t a, int64_t b) {
    return b == 0 ? 0 : a / b - ((a % b != 0) & ((a < 0) != (b < 0)));
}
INLINE int64_t mod_i8(int64_t a, int64_t b) {
    int64_t r = b == 0 ? 0 : a % b;
    return r + ((r != 0) & ((r < 0) != (b < 0)) ? b : 0);
}
INLINE double mod_f8(double a, double b) {
    double m = fmod(a, b);
    return m == 0 ? copysign(0.0, b) : (b < 0) != (m < 0) ? m + b : m;
}
INLINE double floordiv_f8(double a, double b) {
    double m = fmod(a, b), d = (a - m) / b;
    if (m != 0 && (b < 0) != (m < 0)) d -= 1;
    if (d == 0) return copysign(0.0, a / b);
    double down = floor(d);
    return d - down > 0.5 ? down + 1 : down;
}
INLINE double split(double x, int *exponent) { return isfinite(x) && x != 0 ? frexp(x, exponent) : x; }
INLINE double sqrt_f8(double x) { return sqrt(x); }

/* Eight numbers at once; in memory they need only lie where single numbers may. */
typedef float v8f __attribute__((vector_size(32)));
typedef double v8d __attribute__((vector_size(64)));
typedef int32_t v8i __attribute__((vector_size(32)));
typedef int64_t v8l __attribute__((vector_size(64)));
typedef int64_t v4l __attribute__((vector_size(32)));
typedef float v8f_memory __attribute__((vector_size(32), aligned(4), may_alias));
typedef double v8d_memory __attribute__((vector_size(64), aligned(4), may_alias));
#define LOAD_8f4(p) ((v8f)*(const v8f_memory *)(p))
#define LOAD_8f8(p) ((v8d)*(const v8d_memory *)(p))
#define STORE_8f4(p, v) (*(v8f_memory *)(p) = (v))
#define STORE_8f8(p, v) (*(v8d_memory *)(p) = (v))
INLINE v8f splat_8f4(double x) { float f = (float)x; return (v8f){f, f, f, f, f, f, f, f}; }
INLINE v8d splat_8f8(double x) { return (v8d){x, x, x, x, x, x, x, x}; }
#if defined __AVX__ && !defined __clang__
INLINE v8f sqrt_8f4(v8f x) { return __builtin_ia32_sqrtps256(x); }
#else
INLINE v8f sqrt_8f4(v8f x) { v8f r; for (int k = 0; k < 8; k++) r[k] = sqrtf(x[k]); return r; }
#endif
INLINE v8d sqrt_8f8(v8d x) { v8d r; for (int k = 0; k < 8; k++) r[k] = sqrt(x[k]); return r; }
#define ANY_8f4(mask) ({ const v4l m_ = (v4l)(mask); (m_[0] | m_[1] | m_[2] | m_[3]) != 0; })
#define ANY_8f8(mask) ({ union { v8l w; v4l h[2]; } u_ = {.w = (mask)}; ANY_8f4(u_.h[0] | u_.h[1]); })
#define LANES(T, M, code) \
    INLINE T select_##code(M m, T a, T b) { return (T)(((M)a & m) | ((M)b & ~m)); } \
    INLINE T greater_##code(T x, T y) { return select_##code((M)(x > y), x, y); } \
    INLINE T lesser_##code(T x, T y) { return select_##code((M)(x < y), x, y); } \
    INLINE T where_greater_##code(T x, T y, T a, T b) { return select_##code((M)(x > y), a, b); } \
    INLINE bool any_greater_##code(T x, T y) { return ANY_##code(x > y); } \
    INLINE T sign_of_##code(T x) { \
        return select_##code((M)(x >= splat_##code(0.0)), splat_##code(1.0), splat_##code(-1.0)); \
    }
LANES(v8f, v8i, 8f4)
LANES(v8d, v8l, 8f8)
INLINE v8f magnitude_8f4(v8f x) { return (v8f)((v8i)x & INT32_MAX); }
INLINE v8d magnitude_8f8(v8d x) { return (v8d)((v8l)x & INT64_MAX); }

typedef struct { v8f c0, c1, c2, c3, c4, c5, c6, c7; } Eight;
#ifdef __clang__
#define SHUFFLE(x, y, ...) __builtin_shufflevector(x, y, __VA_ARGS__)
#else
#define SHUFFLE(x, y, ...) __builtin_shuffle(x, y, (v8i){__VA_ARGS__})
#endif
#define PAIRS_LOW(x, y) SHUFFLE(x, y, 0, 8, 1, 9, 4, 12, 5, 13)
#define PAIRS_HIGH(x, y) SHUFFLE(x, y, 2, 10, 3, 11, 6, 14, 7, 15)
#define QUADS_LOW(x, y) SHUFFLE(x, y, 0, 1, 8, 9, 4, 5, 12, 13)
#define QUADS_HIGH(x, y) SHUFFLE(x, y, 2, 3, 10, 11, 6, 7, 14, 15)
#define HALVES_LOW(x, y) SHUFFLE(x, y, 0, 1, 2, 3, 8, 9, 10, 11)
#define HALVES_HIGH(x, y) SHUFFLE(x, y, 4, 5, 6, 7, 12, 13, 14, 15)
INLINE Eight transpose(Eight m) {
    const v8f p0 = PAIRS_LOW(m.c0, m.c1), p1 = PAIRS_HIGH(m.c0, m.c1), p2 = PAIRS_LOW(m.c2, m.c3);
    const v8f p3 = PAIRS_HIGH(m.c2, m.c3), p4 = PAIRS_LOW(m.c4, m.c5), p5 = PAIRS_HIGH(m.c4, m.c5);
    const v8f p6 = PAIRS_LOW(m.c6, m.c7), p7 = PAIRS_HIGH(m.c6, m.c7);
    const v8f q0 = QUADS_LOW(p0, p2), q1 = QUADS_HIGH(p0, p2), q2 = QUADS_LOW(p1, p3), q3 = QUADS_HIGH(p1, p3);
    const v8f q4 = QUADS_LOW(p4, p6), q5 = QUADS_HIGH(p4, p6), q6 = QUADS_LOW(p5, p7), q7 = QUADS_HIGH(p5, p7);
    return (Eight){HALVES_LOW(q0, q4), HALVES_LOW(q1, q5), HALVES_LOW(q2, q6), HALVES_LOW(q3, q7),
                   HALVES_HIGH(q0, q4), HALVES_HIGH(q1, q5), HALVES_HIGH(q2, q6), HALVES_HIGH(q3, q7)};
}
#endif
