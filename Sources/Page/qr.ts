/**
 * Draws QR codes (ISO/IEC 18004) of texts in byte mode, with error correction level M.
 *
 * The text becomes codewords, to which Reed–Solomon codewords are added in blocks. The codewords are
 * interleaved and drawn in a zigzag around the fixed patterns. Then the mask with the lowest penalty is
 * applied.
 */

/** For each version: the number of error correction codewords in a block, and the number of blocks. */
// deno-fmt-ignore
const correction = [
  [10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5],
  [30, 5], [22, 8], [22, 9], [24, 9], [24, 10], [28, 10], [28, 11], [26, 13], [26, 14], [26, 16],
  [26, 17], [28, 17], [28, 18], [28, 20], [28, 21], [28, 23], [28, 25], [28, 26], [28, 28],
  [28, 29], [28, 31], [28, 33], [28, 35], [28, 37], [28, 38], [28, 40], [28, 43], [28, 45],
  [28, 47], [28, 49],
] as const;

/** Returns the rows of the code, with true for dark modules; null for a text that is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= 40; version++) {
    const [perBlock = 0, blocks = 0] = correction[version - 1] ?? [];
    const capacity = Math.floor(moduleCount(version) / 8) - perBlock * blocks;
    const bits = 4 + (version < 10 ? 8 : 16) + 8 * bytes.length;
    if (bits > 8 * capacity) continue;
    return new Code(version, interleaved(codewords(bytes, version, capacity), version)).rows;
  }
  return null;
}

/** Returns the number of modules for codewords. */
function moduleCount(version: number): number {
  let count = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    count -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) count -= 36;
  }
  return count;
}

function codewords(bytes: Uint8Array, version: number, capacity: number): number[] {
  const bits: number[] = [];
  const add = (value: number, length: number) => {
    for (let place = length - 1; place >= 0; place--) bits.push(value >> place & 1);
  };
  add(0b0100, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, 8 * capacity - bits.length));
  add(0, (8 - bits.length % 8) % 8);
  const words: number[] = [];
  for (let place = 0; place < bits.length; place += 8) {
    words.push(bits.slice(place, place + 8).reduce((word, bit) => word << 1 | bit, 0));
  }
  for (let pad = 0xEC; words.length < capacity; pad ^= 0xEC ^ 0x11) words.push(pad);
  return words;
}

/** Returns the codewords of all blocks with their error correction, in the order of drawing. */
function interleaved(data: readonly number[], version: number): number[] {
  const [perBlock = 0, count = 0] = correction[version - 1] ?? [];
  const all = Math.floor(moduleCount(version) / 8);
  const shortBlocks = count - all % count;
  const shortLength = Math.floor(all / count) - perBlock;
  const divisor = generator(perBlock);
  const blocks: number[][] = [];
  const corrections: number[][] = [];
  let start = 0;
  for (let block = 0; block < count; block++) {
    const end = start + shortLength + (block < shortBlocks ? 0 : 1);
    const part = data.slice(start, end);
    blocks.push(part);
    corrections.push(remainder(part, divisor));
    start = end;
  }
  return [...transposed(blocks), ...transposed(corrections)];
}

/** Returns the first elements of all lists, then the second elements, and so on. */
function transposed(lists: readonly number[][]): number[] {
  const result: number[] = [];
  const length = Math.max(...lists.map((list) => list.length));
  for (let index = 0; index < length; index++) {
    for (const list of lists) {
      const element = list[index];
      if (element !== undefined) result.push(element);
    }
  }
  return result;
}

/** Returns the product in the field of 256 elements. */
function product(a: number, b: number): number {
  let result = 0;
  for (let place = 7; place >= 0; place--) {
    result = result << 1 ^ (result >> 7) * 0x11D;
    if (b >> place & 1) result ^= a;
  }
  return result;
}

/** Returns the generator polynomial, without its leading coefficient. */
function generator(degree: number): number[] {
  const result = Array<number>(degree).fill(0);
  result[degree - 1] = 1;
  let root = 1;
  for (let index = 0; index < degree; index++) {
    for (let place = 0; place < degree; place++) {
      result[place] = product(result[place] ?? 0, root) ^ (result[place + 1] ?? 0);
    }
    root = product(root, 2);
  }
  return result;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0);
  for (const word of data) {
    const factor = word ^ (result.shift() ?? 0);
    result.push(0);
    divisor.forEach((coefficient, place) => {
      result[place] = (result[place] ?? 0) ^ product(coefficient, factor);
    });
  }
  return result;
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => x * y % 2 + x * y % 3 === 0,
  (x, y) => (x * y % 2 + x * y % 3) % 2 === 0,
  (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];

/** Draws the modules of a code. */
class Code {
  readonly rows: boolean[][];
  private readonly isFixed: boolean[][];
  private readonly size: number;

  constructor(version: number, words: readonly number[]) {
    this.size = 4 * version + 17;
    const blank = () =>
      Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    this.rows = blank();
    this.isFixed = blank();
    this.drawFixed(version);
    this.drawWords(words);
    const penalties = masks.map((_, mask) => {
      this.apply(mask);
      const penalty = this.penalty();
      this.apply(mask);
      return penalty;
    });
    this.apply(penalties.indexOf(Math.min(...penalties)));
  }

  private fix(x: number, y: number, isDark: boolean) {
    const [row, fixed] = [this.rows[y], this.isFixed[y]];
    if (row === undefined || fixed === undefined || x < 0 || x >= this.size) return;
    row[x] = isDark;
    fixed[x] = true;
  }

  private drawFixed(version: number) {
    const { size } = this;
    for (let place = 0; place < size; place++) {
      this.fix(6, place, place % 2 === 0);
      this.fix(place, 6, place % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) this.drawFinder(x, y);
    const places = this.alignment(version);
    const last = places.length - 1;
    places.forEach((x, column) =>
      places.forEach((y, row) => {
        const isFinder = column === 0 && (row === 0 || row === last) ||
          column === last && row === 0;
        if (!isFinder) this.drawRings(x, y, 2, (ring) => ring !== 1);
      })
    );
    this.drawFormat(0);
    if (version >= 7) this.drawVersion(version);
  }

  private drawFinder(x: number, y: number) {
    this.drawRings(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  }

  /** Draws concentric squares. */
  private drawRings(x: number, y: number, radius: number, isDark: (ring: number) => boolean) {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        this.fix(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  private alignment(version: number): number[] {
    if (version === 1) return [];
    const count = Math.floor(version / 7) + 2;
    const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
    const places = [6];
    for (let place = this.size - 7; places.length < count; place -= step) {
      places.splice(1, 0, place);
    }
    return places;
  }

  /** Draws the format. The bits of level M are 00. */
  private drawFormat(mask: number) {
    const bits = (mask << 10 | checked(mask, 10, 0x537)) ^ 0x5412;
    const { size } = this;
    for (let place = 0; place < 15; place++) {
      const isDark = (bits >> place & 1) === 1;
      if (place < 6) this.fix(8, place, isDark);
      else if (place < 8) this.fix(8, place + 1, isDark);
      else if (place === 8) this.fix(7, 8, isDark);
      else this.fix(14 - place, 8, isDark);
      if (place < 8) this.fix(size - 1 - place, 8, isDark);
      else this.fix(8, size - 15 + place, isDark);
    }
    this.fix(8, size - 8, true);
  }

  private drawVersion(version: number) {
    const bits = version << 12 | checked(version, 12, 0x1F25);
    for (let place = 0; place < 18; place++) {
      const isDark = (bits >> place & 1) === 1;
      const [a, b] = [this.size - 11 + place % 3, Math.floor(place / 3)];
      this.fix(a, b, isDark);
      this.fix(b, a, isDark);
    }
  }

  private drawWords(words: readonly number[]) {
    const { size } = this;
    let bit = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++) {
        for (const x of [right, right - 1]) {
          const y = (right + 1 & 2) === 0 ? size - 1 - step : step;
          const row = this.rows[y];
          if (row === undefined || this.isFixed[y]?.[x] || bit >= 8 * words.length) continue;
          row[x] = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7)) & 1) === 1;
          bit++;
        }
      }
    }
  }

  /** Applies a mask. Applying it again removes it. */
  private apply(mask: number) {
    this.drawFormat(mask);
    this.rows.forEach((row, y) => {
      row.forEach((isDark, x) => {
        if (!this.isFixed[y]?.[x] && masks[mask]?.(x, y)) row[x] = !isDark;
      });
    });
  }

  /**
   * Returns the penalty for runs, squares, and the share of dark modules. Patterns that look like finders are
   * not counted.
   */
  private penalty(): number {
    const { rows, size } = this;
    const columns = rows.map((_, x) => rows.map((row) => row[x] ?? false));
    let [penalty, dark] = [0, 0];
    for (const line of [...rows, ...columns]) {
      const runs = line.map((isDark) => isDark ? "1" : "0").join("").match(/0+|1+/g) ?? [];
      for (const { length } of runs) if (length >= 5) penalty += length - 2;
    }
    rows.forEach((row, y) =>
      row.forEach((isDark, x) => {
        if (isDark) dark++;
        const others = [row[x + 1], rows[y + 1]?.[x], rows[y + 1]?.[x + 1]];
        if (others.every((other) => other === isDark)) penalty += 3;
      })
    );
    return penalty + 10 * Math.floor(Math.abs(20 * dark / (size * size) - 10));
  }
}

/** Returns the check bits of a code (BCH), which are a remainder. */
function checked(data: number, degree: number, polynomial: number): number {
  let rest = data;
  for (let step = 0; step < degree; step++) {
    rest = rest << 1 ^ (rest >> degree - 1) * polynomial;
  }
  return rest;
}
