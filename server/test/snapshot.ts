import type { Service } from "./service.ts";

// What keys have read goes up with every call that is answered: a counter of a limit, like those in memory.
const COUNTERS = ["key_usage"];

/** A digest of every table, events aside where asked: equal before and after means that nothing changed. */
export async function snapshot(service: Service, options: { without?: string[] } = {}): Promise<Record<string, string>> {
  // What was noted about the last calls belongs to the time before.
  await service.app.settle();
  const tables = await service.database.query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1",
  );
  const names = tables.map((table) => String(table["name"])).filter((name) => ![...COUNTERS, ...(options.without ?? [])].includes(name));
  const parts = names.map(
    (name) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${name} t`,
  );
  const rows = await service.database.query(parts.join(" union all "));
  return Object.fromEntries(rows.map((row) => [String(row["name"]), String(row["digest"])]));
}
