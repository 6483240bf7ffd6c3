import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "../../..");
/** As long as a text can be where nothing shorter is demanded first. */
const LENGTH = 20_000;
const MAX_MS = 50;

/** A literal after something that no expression ends with, so that a division is not taken for one. */
const LITERAL = /(?<=(?:[=(,:;!&|?{}[>]|return)\s*)\/(?![*/])((?:[^\\/\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;
const REPEATED = [
  " ",
  "\t",
  "\n",
  "a",
  "A",
  "1",
  "0",
  ".",
  ",",
  "-",
  "_",
  "\\",
  '"',
  "'",
  ":",
  "/",
  "@",
  "(",
  "[",
  "é",
  "1,",
  "a.",
  "a-",
  "a@",
  "a ",
  "\\\\",
];
const BEFORE = ["", "1", "a", '"', "(", "https://", "a@"];

interface Found {
  file: string;
  source: string;
  regExp: RegExp;
}

function literalsIn(file: string): Found[] {
  return [...readFileSync(join(ROOT, file), "utf8").matchAll(LITERAL)].flatMap(([source, body = "", flags = ""]) => {
    try {
      return [{ file, source, regExp: new RegExp(body, flags.replaceAll(/[gy]/g, "")) }];
    } catch {
      return []; // a path or a comment
    }
  });
}

function timeOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function slowest({ regExp }: Found): { ms: number; text: string } {
  for (const repeated of REPEATED)
    for (const before of BEFORE) {
      const text = `${before}${repeated.repeat(LENGTH / repeated.length)}\u0000`;
      const once = () => timeOf(() => regExp.test(text));
      if (once() <= MAX_MS) continue;
      // Somebody else's work on this machine slows one run down, not three.
      const ms = Math.min(once(), once());
      if (ms > MAX_MS) return { ms, text: `${before}${repeated}…` };
    }
  return { ms: 0, text: "" };
}

test(`no regular expression of the service takes more than ${MAX_MS} ms for ${LENGTH} characters`, (t) => {
  const files = ["server/src", "packages/filter/src", "packages/sdk/src"].flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: ROOT }).filter((file) => !file.endsWith(".test.ts")),
  );
  const found = files.flatMap(literalsIn);
  t.diagnostic(`${found.length} regular expressions in ${files.length} files`);
  assert.ok(found.length > 100);
  const slow = found.flatMap((one) => {
    const { ms, text } = slowest(one);
    return ms > MAX_MS ? [`${one.file}: ${one.source} took ${Math.round(ms)} ms for ${JSON.stringify(text)}`] : [];
  });
  assert.deepEqual(slow, []);
});
