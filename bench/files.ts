import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { startPostgres } from "../scripts/postgres.ts";
import { TEST_SECRET } from "../scripts/test-database.ts";
import { CHUNK_BYTES } from "../server/src/platform/files/chunks.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { newId } from "../server/src/platform/random.ts";
import { download, upload } from "../server/test/give-file.ts";
import { startService } from "../server/test/service.ts";
import { compare } from "./compare.ts";

// MB a second up and down over HTTP, file by file, beside bare inserts and selects of the same chunks on one connection. Going up has the
// hash, row-level security, a transaction for each mebibyte and HTTP on top of what is bare.
const SIZE = 5_000_000;
const FILES = Number(process.env["FILES"] ?? 20);

const cluster = await startPostgres({ isDurable: true });
process.env["TEST_CLUSTER"] = cluster.url;
process.env["TEST_SUPERUSER"] = cluster.superuserUrl;
await migrate(cluster.url, TEST_SECRET);
const service = await startService({ env: { LOG_LEVEL: "error" } });
const bare = new Client({ connectionString: service.database.superuserUrl });
await bare.connect();
try {
  await bare.query("create table bare (id uuid, n integer, bytes bytea not null, primary key (id, n))");
  await bare.query("alter table bare alter column bytes set storage external");
  const ada = await service.given.admin();
  const ids: string[] = [];
  const bareIds: string[] = [];
  await compare({
    bench: "files",
    base: "bare write",
    rounds: 3,
    goals: { "upload/bare write": 0.3, "download/bare read": 0.3 },
    subjects: [
      { name: "bare write", measure: () => timed(async (content) => void bareIds.push(await writeBare(content))) },
      {
        name: "upload",
        measure: () => timed(async (content) => void ids.push(((await (await upload(service, ada, content)).json()) as { id: string }).id)),
      },
      { name: "bare read", measure: () => timed(async (_content, at) => check(await readBare(bareIds[at] ?? ""))) },
      {
        name: "download",
        against: "bare read",
        measure: () => timed(async (_content, at) => check((await (await download(service, ada, ids[at] ?? "")).arrayBuffer()).byteLength)),
      },
    ],
  });
} finally {
  await bare.end();
  await service.close();
  await cluster.stop();
}

/** MB a second over all files. Their bytes are made before the time is taken. */
async function timed(run: (content: Buffer, at: number) => Promise<void>): Promise<number> {
  let ms = 0;
  for (let at = 0; at < FILES; at++) {
    const content = randomBytes(SIZE);
    const started = performance.now();
    await run(content, at);
    ms += performance.now() - started;
  }
  return (SIZE * FILES) / 1_000 / ms;
}

async function writeBare(content: Buffer): Promise<string> {
  const id = newId();
  await bare.query("begin");
  for (let n = 0; n * CHUNK_BYTES < content.length; n++) {
    const values = [id, n, content.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES)];
    await bare.query({ name: "write", text: "insert into bare values ($1, $2, $3)", values });
  }
  await bare.query("commit");
  return id;
}

async function readBare(id: string): Promise<number> {
  let size = 0;
  for (let n = 0; n * CHUNK_BYTES < SIZE; n++) {
    const read = { name: "read", text: "select bytes from bare where id = $1 and n = $2", values: [id, n] };
    size += (await bare.query<{ bytes: Buffer }>(read)).rows[0]?.bytes.length ?? 0;
  }
  return size;
}

function check(size: number): void {
  if (size !== SIZE) throw new Error(`${size} bytes came back`);
}
