import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Builds the web application if its sources are newer than the build. */
export function buildWebIfStale(): void {
  const built = globSync("web/dist/index.html", { cwd: ROOT }).map((file) => statSync(join(ROOT, file)).mtimeMs)[0] ?? 0;
  const sources = globSync(
    [
      "web/src/**/*",
      "web/build/**/*",
      "web/*.{ts,html}",
      "docs/*.md",
      "server/src/{contract,pages}.ts",
      "server/src/features/*/operations.ts",
    ],
    { cwd: ROOT },
  );
  if (sources.every((file) => statSync(join(ROOT, file)).mtimeMs <= built)) return;
  process.stderr.write("Building the web application …\n");
  execFileSync("npm", ["run", "build", "--silent", "--workspace", "web"], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
}
