// The functions of C that Embedded Swift calls, for WebAssembly without a system. `.github/release/browser.py` compiles it.

#include <stddef.h>
#include <stdint.h>

// MARK: - Memory
//
// Pages of 64 KiB. A page of small blocks has blocks of one size; the blocks that are free form a list for each size.
// A large block is a run of pages. So a block needs no header: the kind of its page says how large it is.

enum {
  PAGE = 65536,
  PAGES = 65536,
  SIZES = 44,
  LARGEST_SMALL = 32768,
  // Kinds of pages; 1...SIZES are those of small blocks.
  FREE = 0xFFFD,
  LARGE = 0xFFFE,
};

extern unsigned char __heap_base;

static uint16_t kinds[PAGES];
/// The number of pages of the large block or the free run that begins with a page.
static uint16_t lengths[PAGES];
static void *free_blocks[SIZES + 1];
static unsigned char *next_block[SIZES + 1], *end_of_blocks[SIZES + 1];
static uint32_t first_page, end_page;

/// 16, 32, …, 256, then four sizes for each power of two.
static uint32_t block_size(int size) {
  if (size <= 16) return 16u * size;
  size -= 17;
  return (256u << (size / 4)) + (64u << (size / 4)) * (size % 4 + 1);
}

static int size_for(uint32_t count) {
  if (count <= 256) return count ? (count + 15) / 16 : 1;
  int power = 31 - __builtin_clz(count - 1);
  uint32_t quarter = (count - 1 - (1u << power)) >> (power - 2);
  return 17 + (power - 8) * 4 + (int)quarter;
}

static void grow(uint32_t end) {
  uint32_t now = (uint32_t)__builtin_wasm_memory_size(0);
  if (end <= now) return;
  uint32_t least = end - now, more = now / 8 > least ? now / 8 : least;
  if (__builtin_wasm_memory_grow(0, more) == (size_t)-1
      && __builtin_wasm_memory_grow(0, least) == (size_t)-1) __builtin_trap();
}

/// The first page of a run: the first free one that is long enough, or a new one.
static uint32_t take_pages(uint32_t count) {
  if (!end_page) first_page = end_page = ((uint32_t)&__heap_base + PAGE - 1) / PAGE;
  uint32_t page = first_page;
  while (page < end_page) {
    if (kinds[page] != FREE) {
      page += kinds[page] == LARGE ? lengths[page] : 1;
      continue;
    }
    uint32_t length = lengths[page];
    while (page + length < end_page && kinds[page + length] == FREE) length += lengths[page + length];
    lengths[page] = (uint16_t)length;
    if (length >= count) {
      if (length > count) {
        kinds[page + count] = FREE;
        lengths[page + count] = (uint16_t)(length - count);
      }
      return page;
    }
    page += length;
  }
  grow(end_page + count);
  end_page += count;
  return end_page - count;
}

void *malloc(size_t count) {
  if (count > LARGEST_SMALL) {
    if (count > (size_t)PAGE * (PAGES - 1)) __builtin_trap();
    uint32_t length = (uint32_t)((count + PAGE - 1) / PAGE), page = take_pages(length);
    kinds[page] = LARGE;
    lengths[page] = (uint16_t)length;
    return (void *)(page * PAGE);
  }
  int size = size_for((uint32_t)count);
  void *block = free_blocks[size];
  if (block) {
    free_blocks[size] = *(void **)block;
    return block;
  }
  uint32_t bytes = block_size(size);
  if (next_block[size] == end_of_blocks[size] || next_block[size] + bytes > end_of_blocks[size]) {
    uint32_t page = take_pages(1);
    kinds[page] = (uint16_t)size;
    next_block[size] = (unsigned char *)(page * PAGE);
    end_of_blocks[size] = next_block[size] + PAGE;
  }
  block = next_block[size];
  next_block[size] += bytes;
  return block;
}

void free(void *block) {
  if (!block) return;
  uint32_t page = (uint32_t)block / PAGE;
  uint16_t kind = kinds[page];
  if (kind == LARGE) {
    kinds[page] = FREE;
    return;
  }
  *(void **)block = free_blocks[kind];
  free_blocks[kind] = block;
}

int posix_memalign(void **block, size_t alignment, size_t count) {
  if (alignment > PAGE) __builtin_trap();
  // Large blocks begin with a page, and all blocks at a multiple of 16.
  *block = malloc(alignment > 16 && count <= LARGEST_SMALL ? LARGEST_SMALL + 1 : count);
  return 0;
}

void *memcpy(void *to, const void *from, size_t count) {
  __asm__("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.copy 0, 0" ::"r"(to), "r"(from), "r"(count));
  return to;
}

void *memmove(void *to, const void *from, size_t count) { return memcpy(to, from, count); }

void *memset(void *to, int byte, size_t count) {
  __asm__("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.fill 0" ::"r"(to), "r"(byte), "r"(count));
  return to;
}

int memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *first = one, *second = other;
  for (; count--; first++, second++)
    if (*first != *second) return *first - *second;
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

// MARK: - Numbers

/// The number that a text in decimal is, or NaN: `Number` of JavaScript.
__attribute__((import_module("env"), import_name("number"))) double bascule_number(const char *text, size_t count);

const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  size_t count = strlen(text);
  double value = bascule_number(text, count);
  if (value != value) return 0;
  *number = value;
  return text + count;
}

/// The product of two numbers of 128 bits.
__int128 __multi3(__int128 one, __int128 other) {
  typedef union { __int128 all; struct { uint64_t low, high; } half; } Wide;
  Wide a = {.all = one}, b = {.all = other}, product;
  uint64_t a0 = (uint32_t)a.half.low, a1 = a.half.low >> 32, b0 = (uint32_t)b.half.low, b1 = b.half.low >> 32;
  uint64_t lowest = a0 * b0, middle = a1 * b0 + (lowest >> 32), other_middle = a0 * b1 + (uint32_t)middle;
  product.half.low = other_middle << 32 | (uint32_t)lowest;
  product.half.high = a1 * b1 + (middle >> 32) + (other_middle >> 32) + a.half.high * b.half.low + a.half.low * b.half.high;
  return product.all;
}

// MARK: - Others

/// The seed of hashes, always the same: answers do not depend on it.
void arc4random_buf(void *buffer, size_t count) {
  static uint64_t state = 0x9E3779B97F4A7C15ull;
  for (unsigned char *byte = buffer; count--; byte++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    *byte = (unsigned char)state;
  }
}

/// Takes the message of a failed precondition, byte by byte, before the trap.
__attribute__((import_module("env"), import_name("put"))) void bascule_put(int byte);

int putchar(int byte) {
  bascule_put(byte);
  return byte;
}

uintptr_t __stack_chk_guard = 0x5A17C0DE;

_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
