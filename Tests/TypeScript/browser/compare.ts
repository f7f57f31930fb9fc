// Compares the answers of core.wasm with those of the same code on this machine.
//
// Usage: deno run --allow-read compare.ts CORE CASES, with a line for each case: {"request": …, "answer": "…"}

import { answerOf, startCore } from "../../../Sources/Playground/wasm.ts";

const [file, cases] = Deno.args;
let messages = "";
const module = await WebAssembly.compile(Deno.readFileSync(file));
const core = await startCore(module, (byte) => void (messages += String.fromCharCode(byte)));

let [count, differences] = [0, 0];
for (const line of Deno.readTextFileSync(cases).split("\n")) {
  if (line === "") continue;
  const { request, answer: expected } = JSON.parse(line);
  count += 1;
  let found: string;
  try {
    found = answerOf(core, request);
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
  console.log(
    `${request.slice(0, 2000)}\n  in the browser: ${part(found)}\n  here: ${part(expected)}`,
  );
}
console.log(`${count} cases, ${differences} differences`);
