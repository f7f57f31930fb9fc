/**
 * Decompression of LZMA. The browsers' own streams read only formats with which the playground would be too large.
 *
 * A compressed text begins with its length in four bytes, the lowest first. The rest has the parameters lc = 3, lp = 0
 * and pb = 0; `.github/release/playground.py` writes it.
 */

// The places of the probabilities of all decisions; the first six kinds have one for each of twelve states.

/** Whether a former text is repeated, or a literal byte follows. */
const IS_MATCH = 0;
/** Whether the distance of the match is one of the last four. */
const IS_FORMER = 12;
const IS_NOT_LATEST = 24;
const IS_NOT_SECOND = 36;
const IS_NOT_THIRD = 48;
/** Whether a match at the latest distance has more than one byte. */
const IS_LONG = 60;
const LENGTHS = 72;
const FORMER_LENGTHS = 346;
/** The highest bits of a distance, for each of four lengths. */
const SLOTS = 620;
const LOW_BITS = 876;
const LOWEST_BITS = 1004;
/** For each value of the highest three bits of the byte before. */
const LITERALS = 1020;
const LITERAL_SIZE = 768;
const COUNT = LITERALS + 8 * LITERAL_SIZE;

/** Below it, the range takes in another byte. */
const LEAST_RANGE = 0x1000000;

export class LZMADecoder {
  readonly output: Uint8Array<ArrayBuffer>;
  private readonly input: Uint8Array;
  private readonly odds: Uint16Array = new Uint16Array(COUNT).fill(1024);
  /** The range and the code, in an array because a property is no integer of 32 bits without a sign. */
  private readonly interval: Uint32Array;
  private next = 9;
  private place = 0;
  /** Below 7 after a literal. */
  private state = 0;
  /** The last four distances less one, the latest first. */
  private distance = 0;
  private second = 0;
  private third = 0;
  private fourth = 0;

  constructor(input: Uint8Array) {
    const header = new DataView(input.buffer, input.byteOffset, input.length);
    this.input = input;
    this.output = new Uint8Array(header.getUint32(0, true));
    this.interval = Uint32Array.of(0xFFFFFFFF, header.getUint32(5));
  }

  /** The next bytes, at least `count` of them unless the text ends; none after the end. */
  read(count: number): Uint8Array<ArrayBuffer> {
    const start = this.place;
    const end = Math.min(start + count, this.output.length);
    while (this.place < end) {
      if (this.next > this.input.length) throw new RangeError("the compressed text ends too early");
      if (this.bit(IS_MATCH + this.state) === 0) this.literal();
      else if (this.bit(IS_FORMER + this.state) === 0) this.match();
      else this.formerMatch();
    }
    return this.output.subarray(start, this.place);
  }

  private literal() {
    const { output, place, state } = this;
    const before = place === 0 ? 0 : output[place - 1] ?? 0;
    const base = LITERALS + LITERAL_SIZE * (before >> 5);
    let byte = 1;
    // After a match, the byte is not the one with which the match would have gone on, but often like it.
    let other = state < 7 ? 0 : output[place - this.distance - 1] ?? 0;
    for (let isLike = state >= 7; isLike && byte < 0x100; other <<= 1) {
      const expected = other >> 7 & 1;
      const bit = this.bit(base + (1 + expected << 8) + byte);
      byte = byte << 1 | bit;
      isLike = bit === expected;
    }
    while (byte < 0x100) byte = byte << 1 | this.bit(base + byte);
    output[this.place++] = byte;
    this.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  private match() {
    this.fourth = this.third;
    this.third = this.second;
    this.second = this.distance;
    const length = this.length(LENGTHS);
    this.distance = this.newDistance(length);
    this.state = this.state < 7 ? 7 : 10;
    this.repeat(length);
  }

  private formerMatch() {
    const { state } = this;
    if (this.bit(IS_NOT_LATEST + state) === 0) {
      if (this.bit(IS_LONG + state) === 0) {
        this.state = state < 7 ? 9 : 11;
        this.repeat(1);
        return;
      }
    } else {
      let { second: distance } = this;
      if (this.bit(IS_NOT_SECOND + state) === 1) {
        distance = this.third;
        if (this.bit(IS_NOT_THIRD + state) === 1) {
          distance = this.fourth;
          this.fourth = this.third;
        }
        this.third = this.second;
      }
      this.second = this.distance;
      this.distance = distance;
    }
    this.state = state < 7 ? 8 : 11;
    this.repeat(this.length(FORMER_LENGTHS));
  }

  private length(base: number): number {
    if (this.bit(base) === 0) return 2 + this.number(base + 2, 3);
    if (this.bit(base + 1) === 0) return 10 + this.number(base + 10, 3);
    return 18 + this.number(base + 18, 8);
  }

  private newDistance(length: number): number {
    const slot = this.number(SLOTS + 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const high = (2 | slot & 1) << count >>> 0;
    if (slot < 14) return high + this.reversedNumber(LOW_BITS + high - slot, count);
    return high + this.evenNumber(count - 4) * 16 + this.reversedNumber(LOWEST_BITS, 4);
  }

  /** Appends bytes of the output, which can overlap with the new ones. */
  private repeat(length: number) {
    const { output, distance } = this;
    let { place } = this;
    if (distance >= place) throw new RangeError("the compressed text repeats what is not there");
    const end = Math.min(place + length, output.length);
    for (; place < end; place++) output[place] = output[place - distance - 1] ?? 0;
    this.place = place;
  }

  // The decoder of ranges.

  /** A decision; its probability moves towards the result. */
  private bit(index: number): number {
    const { interval, odds } = this;
    const range = interval[0] ?? 0;
    const code = interval[1] ?? 0;
    const odd = odds[index] ?? 0;
    const bound = Math.imul(range >>> 11, odd) >>> 0;
    if (code < bound) {
      odds[index] = odd + (2048 - odd >> 5);
      this.narrow(bound, code);
      return 0;
    }
    odds[index] = odd - (odd >> 5);
    this.narrow(range - bound, code - bound);
    return 1;
  }

  private narrow(range: number, code: number) {
    const { interval } = this;
    const isSmall = range < LEAST_RANGE;
    interval[0] = isSmall ? range << 8 : range;
    interval[1] = isSmall ? code << 8 | (this.input[this.next++] ?? 0) : code;
  }

  /** The highest bit first. */
  private number(base: number, count: number): number {
    let value = 1;
    for (let index = 0; index < count; index++) value = value << 1 | this.bit(base + value);
    return value - (1 << count);
  }

  /** The lowest bit first. */
  private reversedNumber(base: number, count: number): number {
    let [value, path] = [0, 1];
    for (let index = 0; index < count; index++) {
      const bit = this.bit(base + path);
      path = path << 1 | bit;
      value |= bit << index;
    }
    return value;
  }

  /** Bits that are 0 as often as 1. */
  private evenNumber(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++) {
      const range = (this.interval[0] ?? 0) >>> 1;
      const code = this.interval[1] ?? 0;
      const bit = code < range ? 0 : 1;
      this.narrow(range, code - range * bit);
      value = value << 1 | bit;
    }
    return value;
  }
}
