import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// `npm run test:runtimes` runs the SDK on every runtime that it promises. They are large, so they are fetched for this run only.
const RUNTIMES = { "Node 22": "npm:node@22.23.3", "Node 26": "npm:node@26.9.0", Bun: "npm:bun@1.4.4" };
const BINARIES: Record<string, string> = { Bun: "bin/bun.exe" };

const folder = mkdtempSync(join(tmpdir(), "kith-runtimes-"));
try {
  const nameOf = (runtime: string) => runtime.toLowerCase().replace(" ", "-");
  const dependencies = Object.fromEntries(Object.entries(RUNTIMES).map(([runtime, source]) => [nameOf(runtime), source]));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  // Their scripts put the program into its place.
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts=false"], { cwd: folder, stdio: "inherit" });
  const paths = Object.keys(RUNTIMES).map((runtime) => [
    runtime,
    join(folder, "node_modules", nameOf(runtime), BINARIES[runtime] ?? "bin/node"),
  ]);
  const { status } = spawnSync(process.execPath, ["--conditions=source", "scripts/test.ts", "server/test/sdk/runtimes.test.ts"], {
    stdio: "inherit",
    env: { ...process.env, SDK_RUNTIMES: JSON.stringify(Object.fromEntries(paths)) },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
