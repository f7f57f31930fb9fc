#define _GNU_SOURCE
#include "huge_pages.h"

#include <features.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
  huge_page = 2 << 20,
  step = 64 << 20,
  /// The largest that all versions of glibc accept.
  largest_block = 32 << 20,
};

void use_huge_pages(void) {
  mallopt(M_TOP_PAD, step);
  mallopt(M_TRIM_THRESHOLD, 2 * step);
  mallopt(M_MMAP_THRESHOLD, largest_block);
  // Larger than what is free at the start, so that the heap grows now.
  void *block = malloc(512 << 10);
  if (block == NULL) return;
  uintptr_t start = ((uintptr_t)block + huge_page - 1) & ~(uintptr_t)(huge_page - 1);
  uintptr_t end = (uintptr_t)sbrk(0) & ~(uintptr_t)(huge_page - 1);
  free(block);
  if (start < end && end - start <= 2 * step) madvise((void *)start, end - start, MADV_HUGEPAGE);
}
#else
void use_huge_pages(void) {}
#endif
