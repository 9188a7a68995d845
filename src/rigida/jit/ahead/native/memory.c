/* What kernels ask of numba's runtime: memory for the arrays that they make, and a few functions of numbers. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* A counted block of memory. Compiled code counts by itself and reads `data`: the order is numba's. */
typedef struct {
    size_t count;
    void *destructor, *destructor_info, *data;
    size_t size;
    void *allocator;
} Block;

void *NRT_MemInfo_alloc_aligned(size_t size, uint32_t align) {
    if (align < 16) align = 16;
    Block *block = malloc(sizeof(Block) + size + align);
    if (block == NULL) return NULL;
    uintptr_t end = (uintptr_t)(block + 1);
    *block = (Block){.count = 1, .data = (void *)((end + align - 1) / align * align), .size = size};
    return block;
}

void *NRT_MemInfo_alloc_safe_aligned(size_t size, uint32_t align) { return NRT_MemInfo_alloc_aligned(size, align); }
void *NRT_MemInfo_alloc(size_t size) { return NRT_MemInfo_alloc_aligned(size, 16); }
void *NRT_MemInfo_alloc_safe(size_t size) { return NRT_MemInfo_alloc_aligned(size, 16); }
void NRT_MemInfo_call_dtor(void *block) { free(block); }
void *NRT_Allocate(size_t size) { return malloc(size); }
void NRT_Free(void *memory) { free(memory); }

double numba_frexp(double x, int *exponent) {
    *exponent = 0;
    return isfinite(x) && x != 0.0 ? frexp(x, exponent) : x;
}

double numba_ldexp(double x, int exponent) { return isfinite(x) && x != 0.0 && exponent ? ldexp(x, exponent) : x; }

/* Strides of a contiguous array in another shape; 0 where it is not contiguous and numba would have to copy it. */
int numba_attempt_nocopy_reshape(intptr_t old_count, const intptr_t *old_shape, const intptr_t *old_strides, intptr_t count,
                                 const intptr_t *shape, intptr_t *strides, intptr_t item, int by_columns) {
    intptr_t size = item;
    for (intptr_t k = old_count - 1; k >= 0; size *= old_shape[k--])
        if (old_shape[k] > 1 && old_strides[k] != size) return 0;
    if (by_columns) return 0;
    size = item;
    for (intptr_t k = count - 1; k >= 0; size *= shape[k--]) strides[k] = size;
    return 1;
}
