import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";

// `npm run test:faults -- deliver` runs the tests of faults, or of operation, that begin with that name, in their full sizes.
const names = process.argv.slice(2);
const files =
  names.length > 0
    ? names.flatMap((name) => globSync(`server/test/{faults,operate}/${name}*.test.ts`))
    : globSync("server/test/faults/*.test.ts");
if (files.length === 0) {
  process.stderr.write(`There are no tests of faults named ${names.join(", ")}.\n`);
  process.exit(1);
}
const run = spawn(process.execPath, ["--conditions=source", "scripts/test.ts", ...files], {
  stdio: "inherit",
  env: { ...process.env, FAULTS: "full" },
});
const [code] = (await once(run, "exit")) as [number | null];
process.exit(code ?? 1);
