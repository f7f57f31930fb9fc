"use strict";
// The places of the probabilities of all decisions; the first six kinds have one for each of twelve states.
const IS_MATCH = 0;
const IS_FORMER = 12;
const IS_NOT_LATEST = 24;
const IS_NOT_SECOND = 36;
const IS_NOT_THIRD = 48;
const IS_LONG = 60;
const LENGTHS = 72;
const FORMER_LENGTHS = 346;
const SLOTS = 620;
const LOW_BITS = 876;
const LOWEST_BITS = 1004;
const LITERALS = 1020;
const LITERAL_SIZE = 768;
const COUNT = LITERALS + 8 * LITERAL_SIZE;
const LEAST_RANGE = 0x1000000;
class LZMADecoder {
  output;
  input;
  odds = new Uint16Array(COUNT).fill(1024);
  interval;
  next = 9;
  place = 0;
  state = 0;
  distance = 0;
  second = 0;
  third = 0;
  fourth = 0;
  constructor(input){
    const header = new DataView(input.buffer, input.byteOffset, input.length);
    this.input = input;
    this.output = new Uint8Array(header.getUint32(0, true));
    this.interval = Uint32Array.of(0xFFFFFFFF, header.getUint32(5));
  }
  read(count) {
    const start = this.place;
    const end = Math.min(start + count, this.output.length);
    while(this.place < end){
      if (this.next > this.input.length) throw new RangeError("the compressed text ends too early");
      if (this.bit(IS_MATCH + this.state) === 0) this.literal();
      else if (this.bit(IS_FORMER + this.state) === 0) this.match();
      else this.formerMatch();
    }
    return this.output.subarray(start, this.place);
  }
  literal() {
    const { output, place, state } = this;
    const before = place === 0 ? 0 : output[place - 1] ?? 0;
    const base = LITERALS + LITERAL_SIZE * (before >> 5);
    let byte = 1;
    // After a match, the byte is not the one with which the match would have gone on, but often like it.
    let other = state < 7 ? 0 : output[place - this.distance - 1] ?? 0;
    for(let isLike = state >= 7; isLike && byte < 0x100; other <<= 1){
      const expected = other >> 7 & 1;
      const bit = this.bit(base + (1 + expected << 8) + byte);
      byte = byte << 1 | bit;
      isLike = bit === expected;
    }
    while(byte < 0x100)byte = byte << 1 | this.bit(base + byte);
    output[this.place++] = byte;
    this.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }
  match() {
    this.fourth = this.third;
    this.third = this.second;
    this.second = this.distance;
    const length = this.length(LENGTHS);
    this.distance = this.newDistance(length);
    this.state = this.state < 7 ? 7 : 10;
    this.repeat(length);
  }
  formerMatch() {
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
  length(base) {
    if (this.bit(base) === 0) return 2 + this.number(base + 2, 3);
    if (this.bit(base + 1) === 0) return 10 + this.number(base + 10, 3);
    return 18 + this.number(base + 18, 8);
  }
  newDistance(length) {
    const slot = this.number(SLOTS + 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const high = (2 | slot & 1) << count >>> 0;
    if (slot < 14) return high + this.reversedNumber(LOW_BITS + high - slot, count);
    return high + this.evenNumber(count - 4) * 16 + this.reversedNumber(LOWEST_BITS, 4);
  }
  repeat(length) {
    const { output, distance } = this;
    let { place } = this;
    if (distance >= place) throw new RangeError("the compressed text repeats what is not there");
    const end = Math.min(place + length, output.length);
    for(; place < end; place++)output[place] = output[place - distance - 1] ?? 0;
    this.place = place;
  }
  // The decoder of ranges.
  bit(index) {
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
  narrow(range, code) {
    const { interval } = this;
    const isSmall = range < LEAST_RANGE;
    interval[0] = isSmall ? range << 8 : range;
    interval[1] = isSmall ? code << 8 | (this.input[this.next++] ?? 0) : code;
  }
  number(base, count) {
    let value = 1;
    for(let index = 0; index < count; index++)value = value << 1 | this.bit(base + value);
    return value - (1 << count);
  }
  reversedNumber(base, count) {
    let [value, path] = [
      0,
      1
    ];
    for(let index = 0; index < count; index++){
      const bit = this.bit(base + path);
      path = path << 1 | bit;
      value |= bit << index;
    }
    return value;
  }
  evenNumber(count) {
    let value = 0;
    for(let index = 0; index < count; index++){
      const range = (this.interval[0] ?? 0) >>> 1;
      const code = this.interval[1] ?? 0;
      const bit = code < range ? 0 : 1;
      this.narrow(range, code - range * bit);
      value = value << 1 | bit;
    }
    return value;
  }
}
async function startCore(module, put = ()=>{}) {
  const held = {};
  const env = {
    put,
    number: (start, count)=>{
      const bytes = new Uint8Array(held.memory?.buffer ?? new ArrayBuffer(0), start, count);
      const text = new TextDecoder().decode(bytes);
      return text.trim() === "" ? NaN : Number(text);
    }
  };
  const { exports } = await WebAssembly.instantiate(module, {
    env
  });
  held.memory = exports["memory"];
  return exports;
}
function requestText(request) {
  return JSON.stringify(request).replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (escape)=>escape === "\\\\" ? escape : "\ufffd");
}
function answerOf(core, request) {
  const bytes = new TextEncoder().encode(request);
  const start = core.bascule_reserve(bytes.length);
  new Uint8Array(core.memory.buffer, start, bytes.length).set(bytes);
  const answer = core.bascule_call(bytes.length);
  const count = new DataView(core.memory.buffer).getUint32(answer, true);
  return new TextDecoder().decode(new Uint8Array(core.memory.buffer, answer + 4, count));
}
const PART = 1 << 17;
const scope = globalThis;
let module;
let core;
scope.onmessage = ({ data })=>{
  if ("core" in data) start(data.core);
  else reply(data.id, data.request);
};
async function start(text) {
  try {
    module = await compiled(bytesOfBase64(text));
    core = await startCore(module);
  } catch (error) {
    scope.postMessage({
      kind: "failed",
      reason: String(error)
    });
    return;
  }
  scope.postMessage({
    kind: "ready"
  });
}
async function compiled(bytes) {
  const decoder = new LZMADecoder(bytes);
  const stream = new ReadableStream({
    pull (controller) {
      const part = decoder.read(PART);
      if (part.length > 0) controller.enqueue(part);
      else controller.close();
    }
  });
  const headers = {
    "Content-Type": "application/wasm"
  };
  try {
    return await WebAssembly.compileStreaming(new Response(stream, {
      headers
    }));
  } catch  {
    // Some browsers compile no stream that comes from a page.
    decoder.read(Infinity);
    return await WebAssembly.compile(decoder.output);
  }
}
async function reply(id, request) {
  if (core === undefined || module === undefined) return;
  try {
    const answer = JSON.parse(answerOf(core, requestText(request)));
    scope.postMessage({
      kind: "answer",
      id,
      answer
    });
  } catch (error) {
    // A trap leaves the memory of the core in an unknown state.
    core = await startCore(module);
    scope.postMessage({
      kind: "ended",
      id,
      reason: String(error)
    });
  }
}
function bytesOfBase64(text) {
  const { fromBase64 } = Uint8Array;
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text);
  const values = new Uint8Array(128);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for(let value = 0; value < 64; value++)values[letters.charCodeAt(value)] = value;
  const length = text.indexOf("=") < 0 ? text.length : text.indexOf("=");
  const bytes = new Uint8Array(Math.floor(length * 3 / 4));
  const value = (index)=>values[text.charCodeAt(index)] ?? 0;
  for(let index = 0, place = 0; index < length; index += 4){
    const bits = value(index) << 18 | value(index + 1) << 12 | value(index + 2) << 6 | value(index + 3);
    bytes[place++] = bits >> 16;
    bytes[place++] = bits >> 8;
    bytes[place++] = bits;
  }
  return bytes;
}
