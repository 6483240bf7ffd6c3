// Keeps the customers of another system and the organizations of Kith alike, by an id of that system. Run it as often as you like: what
// did not change is not written again, and nobody is there twice. Where both sides changed the same customer, the other system wins.
//   KITH_URL=https://kith.example KITH_API_KEY=… node two-way-sync.mjs customers.json state.json
import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { createKith } from "@kith/sdk";

const SHARED = ["name", "website", "city"]; // the fields that both sides have, under the same names
const ROWS_PER_CALL = 500; // up to 1,000
const IDS_PER_FILTER = 50;

const kith = createKith({ url: process.env.KITH_URL, apiKey: process.env.KITH_API_KEY, client: "two-way-sync/1.0" });
const [customersFile, stateFile] = process.argv.slice(2);
const customers = await readJson(customersFile, []);
const state = await readJson(stateFile, { position: null, known: {} }); // known: each customer as both sides last had it
const done = { sent: 0, failed: 0, taken: 0, added: 0 };

// The id of the other system is a field of its own that no two records share. Adding it needs the key of an Admin, once.
const { items: types } = await kith.types.list({ types: ["organization"] });
if (!types[0].fields.some(({ key }) => key === "erp_id"))
  await kith.types.addField({ type: "organization", key: "erp_id", label: "ERP id", field_type: "text", is_unique: true });

// Before anything is read or sent: whatever happens from here on is in the feed of the next run.
const isFirst = !state.position;
if (isFirst) state.position = (await kith.records.changes({ after: "now" })).position;

// Into Kith: customers that changed here. The first run also finds organizations that people entered, by their web address.
const changed = customers.filter((customer) => print(customer) !== state.known[customer.id]);
for (let at = 0; at < changed.length; at += ROWS_PER_CALL) {
  const part = changed.slice(at, at + ROWS_PER_CALL);
  const items = part.map((customer) => ({ values: { erp_id: customer.id, ...shared(customer) } }));
  const { results } = await kith.records.batch({ type: "organization", match: "erp_id,website", items });
  for (const [row, { status, errors }] of results.entries()) {
    if (status === "failed") console.error(`${part[row].id}: ${errors[0].message}`);
    else state.known[part[row].id] = print(part[row]);
    done[status === "failed" ? "failed" : "sent"]++;
  }
}

// Out of Kith: all organizations in the first run, later those that changed.
for await (const organization of isFirst ? kith.records.list({ type: "organization", limit: 100 }) : changedOrganizations()) {
  const values = { ...organization.values, website: organization.values.website ?? null };
  const id = values.erp_id ?? randomUUID();
  const before = customers.find((customer) => customer.id === id);
  // A customer whose row failed above is newer here than there.
  if (before && print(before) !== state.known[id]) continue;
  if (before && print(before) === print({ id, ...values })) continue;
  if (!values.erp_id) await kith.records.update({ type: "organization", id: organization.id, values: { erp_id: id } });
  if (before) Object.assign(before, shared(values));
  else customers.push({ id, ...shared(values) });
  state.known[id] = print({ id, ...values });
  done[before ? "taken" : "added"]++;
}

// Customers first: after a crash between the two, the next run reads the same changes again and finds them done.
await writeJson(customersFile, customers);
await writeJson(stateFile, state);
console.log(`${done.sent} sent, ${done.failed} failed, ${done.taken} taken over, ${done.added} added`);

async function* changedOrganizations() {
  const ids = new Set();
  for (let hasMore = true; hasMore;) {
    const page = await kith.records.changes({ after: state.position, type: "organization" });
    for (const { record } of page.items) ids.add(record.id);
    state.position = page.position;
    hasMore = page.has_more;
  }
  const all = [...ids];
  for (let at = 0; at < all.length; at += IDS_PER_FILTER)
    yield* kith.records.list({ type: "organization", filter: `id:${all.slice(at, at + IDS_PER_FILTER).join(",")}`, limit: 100 });
}

function shared(customer) {
  return Object.fromEntries(SHARED.map((field) => [field, customer[field] ?? null]));
}

/** The shared fields as one text, to compare. */
function print(customer) {
  return JSON.stringify(shared(customer));
}

async function readJson(file, otherwise) {
  return readFile(file, "utf8").then(JSON.parse, () => otherwise);
}

/** A file is replaced at once, so that a crash leaves the old one or the new one, never half of it. */
async function writeJson(file, value) {
  await writeFile(`${file}.new`, JSON.stringify(value, null, 2));
  await rename(`${file}.new`, file);
}
