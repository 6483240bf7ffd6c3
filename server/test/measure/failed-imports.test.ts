import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { untilImport, uploadFile } from "../import-file.ts";
import { textCell, workbookParts, zip } from "../make-workbook.ts";
import { sharedService, type Person } from "../service.ts";
import { until } from "../waiting.ts";

// What fails leaves the disk as it was: not only no rows, but no room that they took.

const service = sharedService();
const MEBIBYTE = 1_048_576;
/** Vacuum gives pages of a table back to the system. Those of its indexes stay, empty, for the next rows or until housekeeping. */
const MAX_INDEXES = 3 * MEBIBYTE;
/** Pages that were freed in another order. */
const MAX_UNEVEN = MEBIBYTE / 4;
const REPEATS = 4;

/** After vacuum, which PostgreSQL does by itself about once a minute. */
async function sizeOf(table: string): Promise<{ rows: number; data: number; all: number }> {
  await service().database.query(`vacuum ${table}`);
  const [size] = await service().database.query(
    `select (select count(*)::int from ${table}) as rows, pg_total_relation_size(c.oid)::int as "all",
       (pg_relation_size(c.oid) + pg_relation_size(c.reltoastrelid))::int as data
     from pg_class c where c.oid = '${table}'::regclass`,
  );
  return size as { rows: number; data: number; all: number };
}

/**
 * Does it once, then some more times: it takes nothing for good. A page of an index that a vacuum emptied is used again after the next vacuum,
 * so two fillings have pages of their own, and further ones have none.
 */
async function assertLeavesNothing(say: (line: string) => void, table: string, least: number, fail: () => Promise<unknown>) {
  await service().app.housekeep();
  const before = await sizeOf(table);
  let most = 0;
  const looking = setInterval(() => {
    void service()
      .database.query(`select pg_total_relation_size('${table}')::int as "all"`)
      .then(([row]) => (most = Math.max(most, Number(row?.["all"]))));
  }, 50);
  await fail();
  clearInterval(looking);
  const once = await sizeOf(table);
  let often = once;
  for (let again = 0; again < REPEATS; again++) {
    await fail();
    often = await sizeOf(table);
  }
  say(
    `${table}: ${before.all} bytes before, ${most} while it grew, ${once.all} after it failed, ${often.all} after it failed ${1 + REPEATS} times`,
  );
  assert.ok(most - before.all > least, `it took ${most - before.all} bytes meanwhile`);
  for (const after of [once, often]) {
    assert.equal(after.rows, before.rows);
    assert.equal(after.data, before.data, "rows and their texts");
    assert.ok(after.all - before.all <= MAX_INDEXES, `${after.all - before.all} bytes are left`);
  }
  const [took, tookOften] = [once.all - before.all, often.all - before.all];
  assert.ok(tookOften <= 2 * took + MAX_UNEVEN, `once it took ${took} bytes, and ${1 + REPEATS} times ${tookOften}`);
  await service().app.housekeep();
  const cleared = await sizeOf(table);
  say(`${table}: ${cleared.all} bytes after housekeeping`);
  if (table === "import_parts") assert.equal(cleared.all, before.all, "what indexes kept is given back, too");
}

const LONG = `<c t="s"><v>0</v></c>`;
const SHARED = { "xl/sharedStrings.xml": `<sst><si><t>${"long text ".repeat(3_000)}</t></si></sst>` };
const row = (cells: string) => `<row>${cells}</row>`;
const HEAD = row(textCell("Name") + textCell("Message"));
const swelling = (last: string) => zip(workbookParts({ Sheet: HEAD + row(textCell("Ada") + LONG).repeat(3_400) + last }, SHARED));

const FAILING: [what: string, file: Buffer, reason: RegExp][] = [
  ["more than 100 MiB of text", swelling(row(LONG).repeat(200)), /more than 100 MiB/],
  ["a row that is too long behind 97 MiB of text", swelling(row(LONG.repeat(40))), /Row 3402 is longer than 1 MiB/],
];

for (const [what, file, reason] of FAILING)
  test(
    `a workbook of ${Math.round(file.length / 1_000)} kB with ${what} fails and leaves the disk as it was`,
    { timeout: 600_000 },
    async (t) => {
      const worker = await service().app.startWorker();
      const ada = await service().given.admin();
      const fail = async () => {
        const id = await uploadFile(ada, "lead", file);
        assert.match((await untilImport(ada, id, "failed", "ready")).failure ?? "", reason);
      };
      try {
        await assertLeavesNothing((line) => t.diagnostic(line), "import_parts", 50 * MEBIBYTE, fail);
      } finally {
        await worker.stop();
      }
    },
  );

/** Sends so many bytes, then ends the request or breaks it off. */
async function upload({ cookie }: Person, bytes: number, isCut: boolean): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const headers = { cookie, "content-type": "application/octet-stream", ...(isCut ? { "content-length": bytes + 1 } : {}) };
  const sending = request(`${service().url}/app/files?name=large.bin`, { method: "POST", headers });
  sending.once("response", (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  });
  sending.once("error", () => resolve(undefined));
  sending.write(Buffer.alloc(bytes, "x"), () => void (isCut ? setTimeout(() => sending.destroy(), 500) : sending.end()));
  return promise;
}

for (const [what, bytes, isCut] of [
  ["is larger than 25 MiB", 27 * MEBIBYTE, false],
  ["is cut off after 20 MiB", 20 * MEBIBYTE, true],
] as const)
  test(`an upload that ${what} leaves the disk as it was`, async (t) => {
    const ada = await service().given.admin();
    const fail = async () => {
      assert.equal(await upload(ada, bytes, isCut), isCut ? undefined : 413);
      const left = async () => (await service().database.query("select from files where sha256 is null")).length;
      await until(async () => (await left()) === 0, "what was begun is forgotten");
    };
    await assertLeavesNothing((line) => t.diagnostic(line), "file_chunks", 10 * MEBIBYTE, fail);
  });
