import { defineConfig } from "@playwright/test";
import { LAUNCH } from "./e2e/browser.ts";
import { COMPILE_CACHE } from "./scripts/run-tests.ts";
import { PATIENCE_MS } from "./server/test/measured.ts";

// Workers and the processes of installations inherit both.
process.env["NODE_COMPILE_CACHE"] ??= COMPILE_CACHE;
// The gate asks what happens, and not how soon (server/test/measured.ts).
if (/ (?:-g|--grep)[ =]@gate\b/.test(process.argv.join(" "))) process.env["TEST_GATE"] = "1";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.e2e.ts",
  outputDir: ".local/browser-tests",
  globalSetup: "./scripts/browser-cluster.ts",
  // A browser keeps a processor busy by itself.
  workers: Number(process.env["TEST_LANES"] ?? 2),
  // A browser on a busy machine is sometimes too slow; a real fault fails both times.
  retries: 1,
  // Only what hangs takes as long.
  timeout: 600_000,
  expect: { timeout: PATIENCE_MS },
  reporter: [["list"], ["./scripts/browser-results.ts"]],
  // A trace costs time, so it is made of what has failed once.
  use: { launchOptions: LAUNCH, trace: "on-first-retry" },
});
