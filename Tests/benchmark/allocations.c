// Counts allocations, for Tests/benchmark/dispatch. Only with glibc.
#include <stddef.h>

extern void *__libc_malloc(size_t);
static long count = 0;

void *malloc(size_t size) {
  count += 1;
  return __libc_malloc(size);
}

long allocations(void) { return count; }
