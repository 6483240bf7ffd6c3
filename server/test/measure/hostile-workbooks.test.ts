import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { createWorkers } from "../faults/workers.ts";
import { untilImport, uploadFile } from "../import-file.ts";
import { textCell, workbookParts, zip } from "../make-workbook.ts";
import { inService, type Service } from "../service.ts";

// Small files that unpack to much. A worker in a process of its own reads them: what it takes at most is known to Linux.

const MEBIBYTE = 1_048_576;
/** One of them: 100 MiB of text that goes to the database takes the most, and it waits for the garbage collector. */
const MAX_ONE = 400 * MEBIBYTE;
const AT_ONCE = 6;
const MAX_AT_ONCE = 800 * MEBIBYTE;

const SHEET = `<row>${textCell("Name")}</row>`;
const rows = (one: string, count: number) => ({ Sheet: SHEET + one.repeat(count) });
const strings = (one: string, count: number) =>
  zip(workbookParts({ Sheet: SHEET }, { "xl/sharedStrings.xml": `<sst>${one.repeat(count)}</sst>` }));

interface Hostile {
  what: string;
  make: () => Buffer;
  ends: RegExp;
}

const HOSTILE: Hostile[] = [
  {
    what: "10,500,000 shared texts of one letter",
    make: () => strings("<si><t>a</t></si>", 10_500_000),
    ends: /more than 1,000,000 texts/,
  },
  { what: "10,500,000 shared texts without a letter", make: () => strings("<si/>", 10_500_000), ends: /more than 1,000,000 texts/ },
  {
    what: "as many shared texts as are allowed, as long as they may be together",
    make: () => strings(`<si><t>${"a".repeat(32)}</t></si>`, 1_000_000),
    ends: /^$/,
  },
  {
    what: "one shared text of 250 MB",
    make: () => strings(`<si><t>${"a".repeat(250_000_000)}</t></si>`, 1),
    ends: /too much text|damaged/,
  },
  {
    what: "500,000 rows with a cell in the last column",
    make: () => zip(workbookParts(rows(`<row><c r="ALL1"><v>1</v></c></row>`, 500_000))),
    ends: /more than 100 MiB/,
  },
  {
    what: "a row of 5,000,000 cells",
    make: () => zip(workbookParts({ Sheet: `<row>${"<c><v>1</v></c>".repeat(5_000_000)}</row>` })),
    ends: /more than 1000 columns/,
  },
];

/** The most memory that a process had since it began. */
function peakOf(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

async function growthWhile(service: Service, t: TestContext, run: () => Promise<void>): Promise<number> {
  const workers = createWorkers(service.database.url, t);
  const worker = workers.start();
  await workers.ready();
  // A first file, so that what reads workbooks is loaded.
  const ada = await service.given.admin();
  await untilImport(ada, await uploadFile(ada, "lead", zip(workbookParts(rows(SHEET, 1)))), "ready");
  const before = peakOf(worker.pid);
  await run();
  const growth = peakOf(worker.pid) - before;
  await workers.killOldest();
  return growth;
}

const megabytes = (bytes: number) => `${Math.round(bytes / MEBIBYTE)} MiB`;

for (const { what, make, ends } of HOSTILE)
  test(
    `a workbook with ${what}: a worker that reads it takes at most ${megabytes(MAX_ONE)} more`,
    { timeout: 300_000 },
    inService(async (service, t) => {
      const file = make();
      const growth = await growthWhile(service, t, async () => {
        const ada = await service.given.admin();
        const id = await uploadFile(ada, "lead", file);
        assert.match((await untilImport(ada, id, "failed", "ready")).failure ?? "", ends);
      });
      t.diagnostic(`a file of ${Math.round(file.length / 1_000)} kB: ${megabytes(growth)} more`);
      assert.ok(growth <= MAX_ONE, megabytes(growth));
    }),
  );

test(
  `${AT_ONCE} of the largest of each of two companies: a worker takes at most ${megabytes(MAX_AT_ONCE)} more`,
  { timeout: 600_000 },
  inService(async (service, t) => {
    const [, , largest] = HOSTILE;
    assert.ok(largest);
    const file = largest.make();
    const growth = await growthWhile(service, t, async () => {
      const people = [await service.given.admin(), await service.given.admin()];
      const ids = await Promise.all(
        people.flatMap((person) => Array.from({ length: AT_ONCE }, async () => ({ person, id: await uploadFile(person, "lead", file) }))),
      );
      for (const { person, id } of ids) await untilImport(person, id, "failed", "ready");
    });
    t.diagnostic(`${megabytes(growth)} more`);
    assert.ok(growth <= MAX_AT_ONCE, megabytes(growth));
  }),
);
