import { createHash } from "node:crypto";
import { Client } from "pg";
import { makeKey } from "../../server/src/features/keys/index.ts";
import { createStartingTypes } from "../../server/src/features/types/index.ts";
import { newId } from "../../server/src/platform/random.ts";

/** One company of the set, with a key of its only member. */
export interface BenchCompany {
  id: string;
  userId: string;
  dealType: string;
  key: string;
  records: number;
}

export interface BenchSet {
  big: BenchCompany;
  middle: BenchCompany[];
  small: BenchCompany[];
}

const COMPANIES = 1_000;
const MIDDLE = 10;
const CUSTOM_FIELDS = 90;
const CHUNK = 250_000;
const WORDS =
  "aldermoor castellan meridian valve pump kiln turbine retrofit licence renewal pilot rollout audit harbour copper signal atlas north river granite willow ember falcon quartz delta summit anchor beacon cedar drift echo fjord grove haven inlet juniper keystone lantern mosaic nimbus orchard pillar quarry ridge sable tundra umber vertex willowby xenon yarrow zephyr service frame heat exchanger filter press line cooling storage assembly upgrade support";

/**
 * `share` of all records belongs to one company, a quarter of the rest to ten others, and what is left is spread evenly. Rows are made inside
 * PostgreSQL by hashing their number, so the set is the same every time. Indexes are built after the rows.
 */
export async function buildSet(superuserUrl: string, records: number, share: number, say: (text: string) => void): Promise<BenchSet> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query("set maintenance_work_mem = '1GB'; set synchronous_commit = off");
  const big = Math.round(records * share);
  const middle = Math.round((records - big) / 40);
  const small = Math.round((records - big - MIDDLE * middle) / (COMPANIES - 1 - MIDDLE));

  const companies: BenchCompany[] = [];
  for (let at = 0; at < COMPANIES; at++) {
    companies.push(await makeCompany(client, at, at === 0 ? big : at <= MIDDLE ? middle : small));
  }
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
     where indrelid = 'records'::regclass and not indisprimary`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  // It would read half of the rows and begin again, beside the building of the indexes.
  await client.query("alter table records set (autovacuum_enabled = false)");
  // The rows refer to what was just made; checking ten million references again would take most of the time.
  await client.query("set session_replication_role = replica");
  let done = 0;
  for (const company of companies) {
    for (let from = 0; from < company.records; from += CHUNK) {
      await client.query(ROWS, [
        company.id,
        company.dealType,
        company.userId,
        from,
        Math.min(from + CHUNK, company.records) - 1,
        WORDS.split(" "),
      ]);
    }
    done += company.records;
    if (company.records >= middle) say(`${done.toLocaleString("en")} records`);
  }
  say(`${done.toLocaleString("en")} records; building ${indexes.length} indexes`);
  await buildIndexes(
    superuserUrl,
    indexes.map(({ text }) => text),
  );
  await client.query("alter table records reset (autovacuum_enabled)");
  await client.query("vacuum (analyze) records");
  await client.query("analyze");
  await client.end();
  const [first, ...rest] = companies;
  if (!first) throw new Error("a set has companies");
  return { big: first, middle: rest.slice(0, MIDDLE), small: rest.slice(MIDDLE) };
}

async function makeCompany(client: Client, at: number, records: number): Promise<BenchCompany> {
  const [id, userId, key] = [newId(), newId(), makeKey("00")];
  await client.query("insert into companies (id, name, created_at) values ($1, $2, now())", [id, `Company ${at}`]);
  await client.query(
    "insert into users (company_id, id, email, name, role, password_hash, created_at) values ($1, $2, $3, $4, 'admin', '', now())",
    [id, userId, `user${at}@bench.example`, `User ${at}`],
  );
  await client.query(
    `insert into api_keys (company_id, id, user_id, name, key_hash, last_four, created_at, last_used_at, client)
     values ($1, $2, $3, 'bench', $4, 'xxxx', now(), now() + interval '1 day', 'bench')`,
    [id, newId(), userId, createHash("sha256").update(key).digest()],
  );
  const tx = {
    query: async <Row>(sql: string | { text: string }, values: unknown[] = []) =>
      (await client.query(typeof sql === "string" ? sql : sql.text, values)).rows as Row[],
  };
  await createStartingTypes({ tx, clock: { now: () => new Date() } }, id);
  const { rows } = await client.query<{ id: string }>("select id from record_types where company_id = $1 and key = 'deal'", [id]);
  const dealType = rows[0]?.id ?? "";
  await client.query(
    `insert into fields (company_id, id, type_id, key, label, type, position, created_at, options)
     select $1::uuid, gen_random_uuid(), $2::uuid, key, key, type, 100 + n, now(), case type when 'select' then
       '[{"key":"north","label":"North"},{"key":"south","label":"South"},{"key":"east","label":"East"},{"key":"west","label":"West"},{"key":"centre","label":"Centre"},{"key":"island","label":"Island"}]'::jsonb end
     from (values (1, 'region', 'select'), (2, 'score', 'number'), (3, 'visited_on', 'date'), (4, 'reference', 'text')) as own (n, key, type)
     union all select $1::uuid, gen_random_uuid(), $2::uuid, 'c' || n, 'Custom ' || n, case n % 3 when 0 then 'number' when 1 then 'text' else 'date' end,
       200 + n, now(), null from generate_series(1, $3::int) as n`,
    [id, dealType, CUSTOM_FIELDS],
  );
  return { id, userId, dealType, key, records };
}

// One of the oldest records is the only one in its region: whoever walks the list from the newest meets it last.
const ISLAND = 7;

// Ids in the order of creation, as UUIDv7 are; every value hashed from the row's number.
const ROWS = `
  insert into records (company_id, id, type_id, title, owner_id, stage, amount, due_at, data, search, folded, version, created_at, updated_at)
  select $1::uuid, made.id, $2::uuid, made.title, case when h % 10 < 8 then $3::uuid end,
    (array['qualified', 'discovery', 'proposal', 'negotiation', 'won', 'lost'])[1 + h % 6],
    case when h % 11 <> 0 then (h % 90000) + 1000 end, timestamptz '2026-01-01' + (h % 500) * interval '1 day',
    jsonb_build_object('region', case n when ${ISLAND} then 'island' else (array['north', 'south', 'east', 'west', 'centre'])[1 + (h / 7) % 5] end, 'score', h % 100003,
      'visited_on', to_char(date '2024-01-01' + (h / 13 % 1000)::int, 'YYYY-MM-DD'), 'reference', 'Ref-' || n,
      'next_step', made.step, 'c' || (1 + h % 30) * 3, h % 977, 'c' || (1 + h % 29) * 3 + 1, made.step),
    lower(made.title || E'\\n' || made.step || E'\\nref-' || n), jsonb_build_object('reference', 'ref-' || n), 1, made.at, made.at + (h % 100) * interval '1 hour'
  from (
    select n, h, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text || $1::text), 1, 3)
        || 'a' || substr(md5($1::text || n::text), 1, 15))::uuid as id,
      initcap(($6::text[])[1 + h % 60]) || ' ' || ($6::text[])[1 + (h / 61) % 60] || ' ' || n as title,
      ($6::text[])[1 + (h / 5) % 60] || ' ' || ($6::text[])[1 + (h / 3) % 60] || ' ' || ($6::text[])[1 + (h / 17) % 60] as step
    from (select n, timestamptz '2024-01-01' + n * interval '20 seconds' as at, abs(hashint8extended(n, 7) % 1000000007)::bigint as h
      from generate_series($4::bigint, $5::bigint) as n) as numbered) as made`;

/** Two at a time: one core each. */
async function buildIndexes(superuserUrl: string, texts: string[]): Promise<void> {
  // The two inverted ones take as long as all the others together.
  const waiting = texts.toSorted((a, b) => Number(b.includes("gin")) - Number(a.includes("gin")));
  const build = async () => {
    const client = new Client({ connectionString: superuserUrl });
    await client.connect();
    await client.query("set maintenance_work_mem = '2GB'; set max_parallel_maintenance_workers = 0");
    for (let text = waiting.shift(); text; text = waiting.shift()) await client.query(text);
    await client.end();
  };
  await Promise.all([build(), build()]);
}
