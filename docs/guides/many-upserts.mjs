// Sends thousands of contacts: a row whose email is known changes that contact, any other makes one. What fails for a while is tried again.
//   KITH_URL=https://kith.example KITH_API_KEY=… node many-upserts.mjs contacts.json
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createKith } from "@kith/sdk";

const ROWS_PER_CALL = 250; // up to 1,000
const CALLS_AT_ONCE = 2;

// Each call is tried again for ten minutes: after 429 as late as Retry-After says, after 5xx and a broken connection with longer and longer waits.
const kith = createKith({
  url: process.env.KITH_URL,
  apiKey: process.env.KITH_API_KEY,
  client: "many-upserts/1.0",
  retryForMs: 600_000,
});
const rows = JSON.parse(await readFile(process.argv[2], "utf8"));
const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
let next = 0;

await Promise.all(Array.from({ length: CALLS_AT_ONCE }, sendParts));
console.log(
  Object.entries(counts)
    .map(([status, count]) => `${count} ${status}`)
    .join(", "),
);
process.exitCode = counts.failed > 0 ? 1 : 0;

async function sendParts() {
  while (next < rows.length) {
    const first = next;
    const part = rows.slice(first, (next += ROWS_PER_CALL));
    const items = part.map((values) => ({ values }));
    // The same rows have the same key: if this program is started again, what was done is answered and not done twice.
    const idempotencyKey = createHash("sha256").update(JSON.stringify(part)).digest("hex");
    const { results } = await kith.records.batch({ type: "contact", match: "email", items }, { idempotencyKey });
    for (const [at, { status, errors }] of results.entries()) {
      counts[status]++;
      // One bad row does not hold up the others. It is named, so that somebody can correct it.
      if (status === "failed") console.error(`row ${first + at + 1}: ${errors[0].message}`);
    }
  }
}
