import { statement, type Tx } from "../../../kernel/database.ts";
import type { Rule } from "../shapes.ts";

export interface VersionRow {
  version: number;
  note: string;
  saved_by: string;
  saved_by_name: string;
  saved_at: Date;
  rule_count: number;
}

const COLUMNS = `v.version, v.note, v.saved_by, u.name as saved_by_name, v.saved_at, jsonb_array_length(v.rules) as rule_count
   from lead_rules v join users u on u.company_id = v.company_id and u.id = v.saved_by`;

// Which writing of a version this is. A save that was rolled back, or lost with a machine, leaves its number to the next one.
const MARK = "concat(xmin, ' ', saved_at)";
const NEWEST = statement(
  "lead_sending.newest",
  `select version, ${MARK} as mark from lead_rules where company_id = $1 order by version desc limit 1`,
);
const RULES = statement(
  "lead_sending.rules",
  `select ${MARK} as mark, case when ${MARK} = $3 then null else rules end as rules from lead_rules where company_id = $1 and version = $2`,
);
const VERSION = statement("lead_sending.version", `select ${COLUMNS} where v.company_id = $1 and v.version = $2`);
const VERSIONS = statement(
  "lead_sending.versions",
  `select ${COLUMNS} where v.company_id = $1 and ($2::int is null or v.version < $2) order by v.version desc limit $3`,
);
const INSERT = statement(
  "lead_sending.insert_version",
  "insert into lead_rules (company_id, version, rules, note, saved_by, saved_at) values ($1, $2, $3, $4, $5, $6)",
);

interface Newest {
  version: number;
  mark: string;
}

/** 0 where none was saved. */
export const newestVersion = async (tx: Tx, companyId: string): Promise<Newest> =>
  (await tx.query<Newest>(NEWEST, [companyId]))[0] ?? { version: 0, mark: "" };

export const readVersion = async (tx: Tx, companyId: string, version: number) =>
  (await tx.query<VersionRow>(VERSION, [companyId, version]))[0];

export const listVersions = (tx: Tx, companyId: string, before: number | undefined, rows: number) =>
  tx.query<VersionRow>(VERSIONS, [companyId, before ?? null, rows]);

export const insertVersion = (tx: Tx, companyId: string, row: { version: number; rules: Rule[]; note: string; by: string; at: Date }) =>
  tx.query(INSERT, [companyId, row.version, JSON.stringify(row.rules), row.note, row.by, row.at]);

// A version that is written never changes, so it is read once by each process. 100 rules of 50 people are 400 kB, and a worker decides for
// many companies.
const MAX_KEPT_PEOPLE = 50_000;
const kept = new Map<string, { mark: string; rules: Rule[] }>();
let keptPeople = 0;

const sizeOf = (rules: readonly Rule[]) => rules.reduce((sum, { then }) => sum + (then.kind === "assign" ? then.people.length : 1), 1);

/** The rules of one version. The mark, where the caller has read it, saves a question to the database. */
export async function rulesOf(tx: Tx, companyId: string, { version, mark }: Partial<Newest> & { version: number }): Promise<Rule[]> {
  if (version === 0) return [];
  const name = `${companyId} ${version}`;
  const known = kept.get(name);
  if (known && known.mark === mark) return known.rules;
  const [row] = await tx.query<{ mark: string; rules: Rule[] | null }>(RULES, [companyId, version, known?.mark ?? ""]);
  if (known && row && !row.rules) return known.rules;
  if (known) forget(name, known.rules);
  if (!row?.rules) return [];
  keep(name, { mark: row.mark, rules: row.rules });
  return row.rules;
}

function forget(name: string, rules: Rule[]): void {
  if (kept.delete(name)) keptPeople -= sizeOf(rules);
}

function keep(name: string, version: { mark: string; rules: Rule[] }): void {
  // Two calls may have read it at the same time.
  forget(name, kept.get(name)?.rules ?? []);
  kept.set(name, version);
  keptPeople += sizeOf(version.rules);
  for (const [oldest, old] of kept) {
    if (keptPeople <= MAX_KEPT_PEOPLE || oldest === name) break;
    forget(oldest, old.rules);
  }
}
