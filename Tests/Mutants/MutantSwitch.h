// Tells instrumented code which mutant is active.
#pragma once

/// One byte for each mutant: 1 if its site does something when it is reached.
extern unsigned char mutant_is_watched[];

/// Records that a site is reached, and returns whether its mutant is active.
_Bool mutant_reach(int number);

static inline _Bool mutant_watched(int number) { return mutant_is_watched[number]; }

static inline _Bool mutant(int number) {
  return __builtin_expect(mutant_is_watched[number], 0) && mutant_reach(number);
}
