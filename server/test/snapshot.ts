import type { Service } from "./service.ts";

// What keys have read and called; both grow with every answer.
const COUNTERS = ["key_usage", "requests"];

/** A digest of every table, except those left out. Equal digests before and after mean that nothing changed. */
export async function snapshot(service: Service, options: { without?: string[] } = {}): Promise<Record<string, string>> {
  // Finish what earlier calls still have to write.
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
