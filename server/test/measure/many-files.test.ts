import assert from "node:assert/strict";
import { giveFile } from "../give-file.ts";
import { measured, stopwatch } from "../measured.ts";
import { sharedService } from "../service.ts";
import { companyOf } from "../website-leads.ts";

const service = sharedService();
const FILES = 10_000;
const CALLS = 20;
const MAX_MS = 100;

measured(`${FILES} files on a record, and as many on others, are listed in ${MAX_MS} ms`, async (t) => {
  const ada = await service().given.admin();
  const company = await companyOf(service(), ada);
  const [deal, other] = [await record("Many files"), await record("Others")];
  for (const id of [deal, other]) await ada.call("records.attachFile", { id, file: await giveFile(service(), ada) });
  await service().database.query(
    `insert into record_files (company_id, id, record_id, file_id, name, type, size, created_at)
     select company_id, gen_random_uuid(), record_id, file_id, n || ' ' || name, type, size, created_at
     from record_files cross join generate_series(2, ${FILES}) as n where company_id = $1`,
    [company],
  );
  await service().database.query("analyze record_files");
  let cursor: string | undefined;
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const took = stopwatch();
    const page = await ada.call("records.files", { id: deal, limit: 50, ...(cursor ? { cursor } : {}) });
    times.push(took());
    assert.deepEqual([page.items.length, page.count], [50, FILES]);
    cursor = page.next_cursor ?? undefined;
  }
  const middle = times.toSorted((one, next) => one - next)[CALLS / 2] ?? Infinity;
  t.diagnostic(`${middle.toFixed(1)} ms in the middle, ${Math.max(...times).toFixed(1)} ms at most`);
  assert.ok(middle <= MAX_MS, `${middle} ms`);

  async function record(name: string) {
    return (await ada.call("records.create", { type: "deal", values: { name } })).record.id;
  }
});
