// Writes what changed since the last run into a file of the day, one record a line: for a data warehouse, every night.
// A record that changed ten times is there once, as it is now; one that was deleted or merged into another is a line with its id alone.
//   KITH_URL=https://kith.example KITH_API_KEY=… node nightly-export.mjs deal position.txt > deals.ndjson
import { readFile, rename, writeFile } from "node:fs/promises";
import { createKith } from "@kith/sdk";

const IDS_PER_FILTER = 50;

const kith = createKith({ url: process.env.KITH_URL, apiKey: process.env.KITH_API_KEY, client: "nightly-export/1.0" });
const [type, positionFile] = process.argv.slice(2);
let position = await readFile(positionFile, "utf8").catch(() => null);

if (position === null) {
  // The first night: everything. The position is taken before, so that what changes meanwhile comes again tomorrow.
  ({ position } = await kith.records.changes({ after: "now" }));
  for await (const record of kith.records.list({ type, limit: 100 })) write(record);
} else {
  const changed = new Set();
  for (let hasMore = true; hasMore;) {
    const page = await kith.records.changes({ after: position, type });
    for (const { record } of page.items) changed.add(record.id);
    ({ position, has_more: hasMore } = page);
  }
  const ids = [...changed];
  for (let at = 0; at < ids.length; at += IDS_PER_FILTER) {
    const part = new Set(ids.slice(at, at + IDS_PER_FILTER));
    for await (const record of kith.records.list({ type, filter: `id:${[...part].join(",")}`, limit: 100 })) {
      write(record);
      part.delete(record.id);
    }
    for (const id of part) console.log(JSON.stringify({ id, is_deleted: true }));
  }
}

// Last: if this program dies before, the next run writes the same records again.
await writeFile(`${positionFile}.new`, position);
await rename(`${positionFile}.new`, positionFile);

function write({ id, version, values }) {
  console.log(JSON.stringify({ id, version, ...values }));
}
