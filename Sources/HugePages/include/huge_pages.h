#ifndef HUGE_PAGES_H
#define HUGE_PAGES_H

/// Makes the heap of this process grow in steps of 64 MB, and backs the first step by huge pages if the system has
/// them.
///
/// The heap of a check has thousands of pages of 4 kB, and each costs a page fault. Only memory that is allocated after
/// the call is affected. Does nothing without glibc.
void use_huge_pages(void) __attribute__((swift_name("useHugePages()")));

#endif
