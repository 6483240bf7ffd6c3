import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";

const RECORDS = 100_000;
const P95_MS = 500;

const service = sharedService();

test("a page of duplicates among 100,000 records takes less than 500 ms, and all pages find every pair", async (t) => {
  const ada = await service().given.admin();
  await ada.call("records.create", { type: "contact", values: { name: "First", email: ["first@large.example"], organization: null } });
  await fillContacts();
  const times: number[] = [];
  let pairs = 0;
  let cursor: string | null = null;
  do {
    const start = performance.now();
    const page: { items: unknown[]; next_cursor: string | null } = await ada.call("duplicates.list", {
      type: "contact",
      limit: 100,
      ...(cursor ? { cursor } : {}),
    });
    times.push(performance.now() - start);
    pairs += page.items.length;
    cursor = page.next_cursor;
  } while (cursor);
  times.sort((a, b) => a - b);
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0;
  t.diagnostic(JSON.stringify({ pages: times.length, pairs, median: times[times.length >> 1], p95, slowest: times.at(-1) }));
  // Every thousandth has the email of the one before it, every 500th the phone, every 400th the name in the same organization.
  assert.ok(pairs >= 100 + 200 + 250, `${pairs}`);
  assert.ok(p95 < P95_MS, `p95 ${Math.round(p95)} ms`);
});

/** Written by SQL: what is measured is the reading. Ten contacts belong to each organization. */
async function fillContacts(): Promise<void> {
  const { database } = service();
  await database.query(`
    create temp table made as select n, gen_random_uuid() as id, gen_random_uuid() as organization_id, t.company_id, t.id as type_id, o.id as organization_type, f.id as field_id
    from generate_series(1, ${RECORDS}) n
    cross join (select company_id, type_id as id from records order by created_at desc limit 1) t
    join record_types o on o.company_id = t.company_id and o.key = 'organization'
    join fields f on f.company_id = t.company_id and f.type_id = t.id and f.key = 'organization';
    insert into records (company_id, id, type_id, title, data, search, version, created_at, updated_at)
      select company_id, organization_id, organization_type, 'Firm ' || n, '{}', 'firm ' || n, 1, now(), now() from made where n % 10 = 0;
    insert into records (company_id, id, type_id, title, data, search, version, created_at, updated_at)
      select company_id, id, type_id, 'Person ' || md5((n - (n % 400 = 7)::int)::text), '{}', 'person ' || n, 1, now(), now() from made;
    insert into record_identifiers (company_id, type_id, kind, value, record_id)
      select company_id, type_id, 'email', 'p' || (n - (n % 1000 = 3)::int) || '@large.example', id from made
      union all select company_id, type_id, 'phone', '+49' || (1000000 + n - (n % 500 = 4)::int), id from made;
    insert into record_links (company_id, field_id, from_id, to_id)
      select m.company_id, m.field_id, m.id, o.organization_id from made m join made o on o.n = m.n - m.n % 10 + 10 and o.n % 10 = 0;
    analyze records; analyze record_identifiers; analyze record_links;`);
}
