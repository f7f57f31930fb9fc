#include "MutantSwitch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LIMIT = 16384 };

unsigned char mutant_is_watched[LIMIT];
static int active = -1;
/// A file of LIMIT bytes, shared with the programs that a test starts, so that a crash loses nothing.
static unsigned char *reached;

/// Reads BASCULE_MUTANT, the number of the active mutant, and BASCULE_MUTANTS_REACHED, a file in which the byte of
/// each reached site becomes 1.
__attribute__((constructor)) static void read_environment(void) {
  const char *number = getenv("BASCULE_MUTANT");
  if (number) {
    active = atoi(number);
    if (active >= 0 && active < LIMIT) mutant_is_watched[active] = 1;
  }
  const char *path = getenv("BASCULE_MUTANTS_REACHED");
  if (!path) return;
  int file = open(path, O_RDWR);
  if (file < 0) return;
  void *memory = mmap(NULL, LIMIT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return;
  reached = memory;
  memset(mutant_is_watched, 1, LIMIT);
}

_Bool mutant_reach(int number) {
  if (reached) reached[number] = 1;
  return number == active;
}
