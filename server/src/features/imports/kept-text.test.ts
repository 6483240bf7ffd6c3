import assert from "node:assert/strict";
import { test } from "node:test";
import { untilImport, uploadFile } from "../../../test/import-file.ts";
import { textCell, workbookParts, zip } from "../../../test/make-workbook.ts";
import { sharedService } from "../../../test/service.ts";
import { importId } from "./operations.ts";

const service = sharedService();
let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());

const LONG = `<c t="s"><v>0</v></c>`;
const SHARED = { "xl/sharedStrings.xml": `<sst><si><t>${"long text ".repeat(3_000)}</t></si></sst>` };
const row = (cells: string) => `<row>${cells}</row>`;
const HEAD = row(textCell("Name") + textCell("Message"));

/** A small file with 3 MB of text: one string of 30,000 characters in each of a hundred rows. */
const swelling = (last = "") => zip(workbookParts({ Sheet: HEAD + row(textCell("Ada") + LONG).repeat(100) + last }, SHARED));
/** Its last row is longer than a row may be, so it fails when most of it is kept. */
const failing = () => swelling(row(LONG.repeat(40)));

const keptOf = async (id: string) =>
  service().database.query(
    `select (select count(*)::int from import_parts p where p.import_id = i.id) as parts, text_size from imports i where i.id = $1`,
    [importId.decode(id)],
  );

test("a workbook that cannot be read leaves nothing behind", async () => {
  worker ??= await service().app.startWorker();
  const ada = await service().given.admin();
  const id = await uploadFile(ada, "lead", failing());
  assert.match((await untilImport(ada, id, "failed")).failure ?? "", /Row 102 is longer than 1 MiB/);
  assert.deepEqual(await keptOf(id), [{ parts: 0, text_size: null }]);
});

test("the text of a workbook counts while it is read, and no workbook grows past what a company may keep", async () => {
  worker ??= await service().app.startWorker();
  const ada = await service().given.admin();
  const first = await uploadFile(ada, "lead", swelling());
  await untilImport(ada, first, "ready");
  const [kept] = await keptOf(first);
  assert.ok(Number(kept?.["text_size"]) > 3_000_000);

  // The company has 2 MB left of what it may keep.
  for (let at = 0; at < 10; at++) {
    const { id } = await ada.call("imports.create", { type: "lead", name: "leads.xlsx", size: 1_000 });
    const [size, text] = [at === 0 ? 20_000_000 : 1, 104_857_600];
    await service().database.query("update imports set state = 'ready', size = $2, text_size = $3 where id = $1", [
      importId.decode(id),
      size,
      text,
    ]);
  }
  const second = await uploadFile(ada, "lead", swelling());
  assert.match((await untilImport(ada, second, "failed", "ready")).failure ?? "", /has imported 1 GiB/);
  assert.deepEqual(await keptOf(second), [{ parts: 0, text_size: null }]);
});

test("an import that is being read is one that is not done yet", async () => {
  const ada = await service().given.admin();
  const announce = () => ada.call("imports.create", { type: "lead", name: "leads.xlsx", size: 1_000 });
  for (let at = 0; at < 21; at++) {
    const { id } = await announce();
    await service().database.query("update imports set state = 'reading' where id = $1", [importId.decode(id)]);
  }
  await assert.rejects(announce(), { code: "quota_reached" });
});
