// Compares the answers of core.wasm with those of the same code on this machine.
//
// Usage: deno run --allow-read compare.ts CORE CASES, with a line for each case: {"request": …, "answer": "…"}

const [core, cases] = Deno.args;
let messages = "";
let memory: WebAssembly.Memory;
const { instance } = await WebAssembly.instantiate(Deno.readFileSync(core), {
  env: {
    put: (byte: number) => void (messages += String.fromCharCode(byte)),
    number: (start: number, count: number) => {
      const text = new TextDecoder().decode(new Uint8Array(memory.buffer, start, count));
      return text.trim() === "" ? NaN : Number(text);
    },
  },
});
const exported = instance.exports as unknown as {
  memory: WebAssembly.Memory;
  bascule_reserve(count: number): number;
  bascule_call(count: number): number;
};
memory = exported.memory;

function answer(request: string): string {
  const bytes = new TextEncoder().encode(request);
  new Uint8Array(memory.buffer, exported.bascule_reserve(bytes.length), bytes.length).set(bytes);
  const start = exported.bascule_call(bytes.length);
  const count = new DataView(memory.buffer).getUint32(start, true);
  return new TextDecoder().decode(new Uint8Array(memory.buffer, start + 4, count));
}

let [count, differences] = [0, 0];
for (const line of Deno.readTextFileSync(cases).split("\n")) {
  if (line === "") continue;
  const { request, answer: expected } = JSON.parse(line);
  count += 1;
  let found: string;
  try {
    found = answer(request);
  } catch (error) {
    console.log(`${request.slice(0, 2000)}\n  traps: ${error} ${messages.slice(-300)}`);
    differences += 1;
    break;
  }
  if (found === expected) continue;
  differences += 1;
  if (differences > 5) continue;
  let place = 0;
  while (found[place] === expected[place]) place += 1;
  const part = (text: string) => text.slice(Math.max(0, place - 60), place + 100);
  console.log(`${request.slice(0, 2000)}\n  in the browser: ${part(found)}\n  here:           ${part(expected)}`);
}
console.log(`${count} cases, ${differences} differences`);
