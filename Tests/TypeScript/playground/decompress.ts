// Decompresses as the worker of the playground does.
//
// Usage: deno run --allow-read --allow-write decompress.ts PART FILE…
//
// Writes beside each file what it holds, read PART bytes at a time, as FILE.out, or the error as FILE.error.

import { LZMADecoder } from "../../../Sources/Playground/lzma.ts";

const [part, ...files] = Deno.args;
for (const file of files) {
  try {
    const decoder = new LZMADecoder(Deno.readFileSync(file));
    while (decoder.read(Number(part)).length > 0);
    Deno.writeFileSync(`${file}.out`, decoder.output);
  } catch (error) {
    Deno.writeTextFileSync(`${file}.error`, String(error));
  }
}
