/**
 * Compares the interpreter of the page with traces of the compiler.
 *
 * The file has a line for each model, `{"model"}`, and after it a line for each request, `{"chain","question","trace"}`.
 */

import type { Model, Question } from "../../../Sources/Page/model.ts";
import { trace } from "../../../Sources/Page/trace.ts";

interface Line {
  model?: Model;
  chain: number;
  question: Question;
  trace: unknown;
}

let model: Model | undefined;
let [requests, differences] = [0, 0];
for (const text of Deno.readTextFileSync(Deno.args[0] ?? "").split("\n")) {
  if (text === "") continue;
  const line = JSON.parse(text) as Line;
  model = line.model ?? model;
  const set = model?.sets[0];
  const chain = set?.chains[line.chain];
  if (line.model !== undefined || model === undefined || set === undefined || chain === undefined) {
    continue;
  }
  requests++;
  const found = JSON.stringify(trace(model, set, chain, line.question));
  const expected = JSON.stringify(line.trace);
  if (found === expected) continue;
  differences++;
  if (differences > 5) continue;
  console.log(`${set.files.map((file) => file.text).join("\n")}\n${JSON.stringify(line.question)}`);
  console.log(`page:  ${found}\ntrace: ${expected}`);
}
console.log(`${requests} requests, ${differences} differences`);
