import { statement, type Tx } from "../../kernel/database.ts";
import { namedStatement } from "../../platform/postgres/named-statement.ts";
import type { SOURCE_STATES } from "./operations.ts";

export interface FormField {
  key: string;
  label: string;
  kind: string;
  is_required: boolean;
  help: string | null;
}

/** What a person decides about a form. */
export interface SourceSettings {
  name: string;
  fields: FormField[];
  origins: string[];
  redirect_url: string | null;
  button: string;
  thanks: string;
  intro: string;
  headline: string;
  points: string[];
  privacy_url: string | null;
  imprint_url: string | null;
  consent_text: string;
  is_consent_required: boolean;
  wants_opt_in: boolean;
  day_cap: number;
}

export interface SourceRow extends SourceSettings {
  id: string;
  public_id: string;
  state: (typeof SOURCE_STATES)[number];
  consent_version: number;
  flood_until: Date | null;
  created_at: Date;
  updated_at: Date;
}

const SELECT = `select id, public_id, name, state, fields, origins, redirect_url, button, thanks, intro, headline, points, privacy_url,
    imprint_url, consent_text, consent_version, is_consent_required, wants_opt_in, day_cap, flood_until, created_at, updated_at
  from lead_sources where company_id = $1 and deleted_at is null`;

export const list = (tx: Tx, companyId: string, before: string | undefined, rows: number) =>
  tx.query<SourceRow>(`${SELECT} and ($2::uuid is null or id < $2) order by id desc limit $3`, [companyId, before ?? null, rows]);

export async function find(tx: Tx, companyId: string, id: string): Promise<SourceRow | undefined> {
  const [row] = await tx.query<SourceRow>(`${SELECT} and id = $2`, [companyId, id]);
  return row;
}

/** Who is asking, as visitors know it. */
export async function companyName(tx: Tx, companyId: string): Promise<string> {
  const [row] = await tx.query<{ name: string }>("select name from companies where id = $1", [companyId]);
  return row?.name ?? "";
}

/** Not `for update`: submissions that are being written down refer to the form and must not wait. */
export async function lock(tx: Tx, companyId: string, id: string): Promise<SourceRow | undefined> {
  const [row] = await tx.query<SourceRow>(`${SELECT} and id = $2 for no key update`, [companyId, id]);
  return row;
}

interface NewSource extends SourceSettings {
  id: string;
  publicId: string;
  state: SourceRow["state"];
  userId: string;
  now: Date;
}

const KEY = ["company", "id", "now"] as const;
const SHOWN = ["name", "fields", "origins", "redirect_url", "button", "thanks", "intro", "consent_text"] as const;
const PAGE = ["headline", "points", "privacy_url", "imprint_url"] as const;
const RULES = ["is_consent_required", "wants_opt_in", "day_cap"] as const;

const INSERT = namedStatement(
  "leads.insert_source",
  [...KEY, ...SHOWN, ...PAGE, ...RULES, "publicId", "state", "userId"],
  `insert into lead_sources (company_id, id, created_at, name, fields, origins, redirect_url, button, thanks, intro, consent_text,
     headline, points, privacy_url, imprint_url, is_consent_required, wants_opt_in, day_cap, public_id, state, created_by, updated_at)
   values (:company, :id, :now, :name, :fields, :origins, :redirect_url, :button, :thanks, :intro, :consent_text,
     :headline, :points, :privacy_url, :imprint_url, :is_consent_required, :wants_opt_in, :day_cap, :publicId, :state, :userId, :now)`,
);

export async function insert(tx: Tx, companyId: string, row: NewSource): Promise<void> {
  await tx.query(INSERT.statement, INSERT.values({ ...row, company: companyId, fields: JSON.stringify(row.fields) }));
}

// Another text beside the box is another version: what somebody agreed to stays known.
const UPDATE = namedStatement(
  "leads.update_source",
  [...KEY, ...SHOWN, ...PAGE, ...RULES],
  `update lead_sources set updated_at = :now, name = :name, fields = :fields, origins = :origins, redirect_url = :redirect_url, button = :button,
     thanks = :thanks, intro = :intro, consent_version = consent_version + (consent_text <> :consent_text)::int, consent_text = :consent_text,
     headline = :headline, points = :points, privacy_url = :privacy_url, imprint_url = :imprint_url,
     is_consent_required = :is_consent_required, wants_opt_in = :wants_opt_in, day_cap = :day_cap
   where company_id = :company and id = :id`,
);

export async function update(tx: Tx, companyId: string, id: string, row: SourceSettings, now: Date): Promise<void> {
  await tx.query(UPDATE.statement, UPDATE.values({ ...row, company: companyId, id, now, fields: JSON.stringify(row.fields) }));
}

export async function setState(tx: Tx, companyId: string, id: string, state: SourceRow["state"], now: Date): Promise<void> {
  await tx.query("update lead_sources set state = $3, updated_at = $4 where company_id = $1 and id = $2", [companyId, id, state, now]);
}

export async function remove(tx: Tx, companyId: string, id: string, now: Date): Promise<void> {
  await tx.query("update lead_sources set deleted_at = $3, state = 'paused', updated_at = $3 where company_id = $1 and id = $2", [
    companyId,
    id,
    now,
  ]);
}

/** The flood goes on, or begins: its start is kept while it lasts. */
export async function noteFlood(tx: Tx, companyId: string, id: string, now: Date, until: Date): Promise<void> {
  await tx.query(
    `update lead_sources set flood_since = case when flood_until > $3 then flood_since else $3 end, flood_until = $4
     where company_id = $1 and id = $2`,
    [companyId, id, now, until],
  );
}

export interface SourceFigures {
  source_id: string;
  accepted: number;
  held: number;
  last_at: Date | null;
  held_now: number;
}

const MAX_COUNTED = 1_000;

const FIGURES = statement(
  "leads.figures",
  `select s.id as source_id, coalesce(week.accepted, 0)::int as accepted, coalesce(week.held, 0)::int as held, latest.last_at,
     waiting.count as held_now
   from unnest($2::uuid[]) as s (id)
   cross join lateral (select sum(d.accepted) as accepted, sum(d.held) as held from lead_source_days d
     where d.company_id = $1 and d.source_id = s.id and d.day > $3::date - 7) week
   left join lateral (select d.last_at from lead_source_days d where d.company_id = $1 and d.source_id = s.id
     order by d.day desc limit 1) latest on true
   cross join lateral (select count(*)::int as count from (select from lead_submissions h
     where h.company_id = $1 and h.source_id = s.id and h.state = 'held' limit ${MAX_COUNTED + 1}) as held_ones) waiting`,
);

/** What came with each form lately. What is held now is counted up to a thousand. */
export async function figures(tx: Tx, companyId: string, ids: string[], now: Date): Promise<Map<string, SourceFigures>> {
  const rows = await tx.query<SourceFigures>(FIGURES, [companyId, ids, now.toISOString().slice(0, 10)]);
  return new Map(rows.map((row) => [row.source_id, row]));
}

export const countedUpTo = (count: number) => ({ count: Math.min(count, MAX_COUNTED), is_exact: count <= MAX_COUNTED });
