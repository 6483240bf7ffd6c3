import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { generated } from "../server/test/generated.ts";
import { cliSource } from "./cli/source.ts";
import { formAssets } from "./form-assets.ts";
import { n8nSource } from "./n8n/source.ts";
import { startPostgres } from "./postgres.ts";
import { sdkSource } from "./sdk/source.ts";

// Writes the files that are derived from the code: docs/openapi.json, docs/tools.json, server/schema.sql, the script of website
// forms, what the SDK and the nodes of n8n can call, and what the command line says about it.
// With --check it writes nothing and fails when a committed file differs.
const ROOT = join(import.meta.dirname, "..");
const isCheck = process.argv.includes("--check");

const files = new Map(Object.entries(generated()).map(([name, text]) => [join("docs", name), text]));
files.set("server/src/surfaces/forms/assets.generated.ts", await formAssets());
const description = JSON.parse(files.get("docs/openapi.json") ?? "") as Parameters<typeof sdkSource>[0];
files.set("packages/sdk/src/generated.ts", sdkSource(description));
files.set("packages/cli/src/generated.ts", cliSource(description));
files.set("packages/n8n-nodes-kith/nodes/contract.generated.ts", n8nSource(description as Parameters<typeof n8nSource>[0]));
files.set("server/schema.sql", await schema());

let drifted = 0;
for (const [file, text] of files) {
  if (!isCheck) writeFileSync(join(ROOT, file), text);
  else if (readFileSync(join(ROOT, file), "utf8") !== text) {
    process.stderr.write(`${file} has drifted: run npm run generate\n`);
    drifted++;
  }
}
process.exit(drifted > 0 ? 1 : 0);

/** The schema of a freshly migrated database. Partitions are left out: they carry the month in their name. */
async function schema(): Promise<string> {
  const cluster = await startPostgres({ isInMemory: true });
  try {
    await migrate(cluster.url, "the secret of a database that lives for a second");
    const client = new Client({ connectionString: cluster.url });
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
    await client.end();
    const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    const dump = execFileSync(
      `/usr/lib/postgresql/${major}/bin/pg_dump`,
      ["--schema-only", "--no-owner", "--schema=public", "--exclude-table=events_2*", "--exclude-table=webhook_deliveries_2*", cluster.url],
      { encoding: "utf8" },
    );
    // Lines that name the version of the tools, not the schema.
    return (
      dump
        .replaceAll(/^(--.*|\\(un)?restrict .*|SET .*|SELECT pg_catalog\.set_config.*)\n/gm, "")
        .replaceAll(/\n{3,}/g, "\n\n")
        // Every installation has its own names of the roles.
        .replaceAll(/\b(kith_(?:app|identity|view))_[0-9a-f]{8}\b/g, "$1")
        .trimStart()
    );
  } finally {
    await cluster.stop();
  }
}
