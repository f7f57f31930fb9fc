"use strict";
function streamOf(bytes) {
  return new ReadableStream({
    start (controller) {
      controller.enqueue(bytes);
      controller.close();
    }
  });
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
  const unzipped = ()=>streamOf(bytes).pipeThrough(new DecompressionStream("gzip"));
  const headers = {
    "Content-Type": "application/wasm"
  };
  try {
    return await WebAssembly.compileStreaming(new Response(unzipped(), {
      headers
    }));
  } catch  {
    // Some browsers compile no stream that comes from a page.
    return await WebAssembly.compile(await new Response(unzipped()).arrayBuffer());
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
