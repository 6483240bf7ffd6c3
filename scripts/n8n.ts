import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { installN8n, installNodes } from "./n8n/install.ts";

// `npm run test:n8n` runs the package for n8n in a real n8n, which it installs first: eight minutes and 3 GB, once. With a name, only the
// tests that begin with it. N8N_FOLDER says where it is installed, N8N_EVENTS how many events the outage has, N8N_AWAY_S how long it lasts.
const names = process.argv.slice(2);
const files = (names.length > 0 ? names : [""]).flatMap((name) => globSync(`scripts/n8n/${name}*.test.ts`));
if (files.length === 0) {
  process.stderr.write(`There are no tests of n8n named ${names.join(", ")}.\n`);
  process.exit(1);
}
await installN8n();
await installNodes();
const run = spawn(process.execPath, ["--conditions=source", "scripts/test.ts", ...files], {
  stdio: "inherit",
  env: { ...process.env, FAULTS: "full" },
});
const [code] = (await once(run, "exit")) as [number | null];
process.exit(code ?? 1);
