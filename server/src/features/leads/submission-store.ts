import type { Tx } from "../../kernel/database.ts";
import type { SPAM_REASONS, SUBMISSION_KINDS, SUBMISSION_STATES } from "./submission-operations.ts";

export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** Consent inside the jsonb: the time is text there. */
export interface ConsentGiven {
  text: string;
  version: number;
  given: boolean;
  at: string;
  page: string | null;
}

export interface SubmissionRow {
  id: string;
  source: { id: string; name: string } | null;
  sender: string | null;
  received_at: Date;
  state: SubmissionState;
  state_at: Date;
  given: Record<string, string>;
  attribution: Record<string, string>;
  consent: ConsentGiven | null;
  score: number;
  reasons: (typeof SPAM_REASONS)[number][];
  lead_id: string | null;
  kind: (typeof SUBMISSION_KINDS)[number] | null;
  failure: string | null;
  ip: string | null;
  user_agent: string | null;
}

const COLUMNS = `s.id, case when f.id is not null then json_build_object('id', f.id, 'name', f.name) end as source, s.sender, s.received_at,
  s.state, s.state_at, s.given, s.attribution, s.consent, s.score, s.reasons, s.lead_id, s.kind, s.failure, s.ip, s.user_agent`;
const SOURCE = "left join lead_sources f on f.company_id = s.company_id and f.id = s.source_id";

export async function find(tx: Tx, companyId: string, id: string): Promise<SubmissionRow | undefined> {
  const [row] = await tx.query<SubmissionRow>(`select ${COLUMNS} from lead_submissions s ${SOURCE} where s.company_id = $1 and s.id = $2`, [
    companyId,
    id,
  ]);
  return row;
}

const BEFORE = "($2::uuid is null or id < $2)";
const NEWEST = "order by id desc limit $3";

/**
 * Newest first. Each state is read from its own part of an index and the parts are merged: a million held ones do not stand between a
 * reader and the few that were taken.
 */
export function list(
  tx: Tx,
  companyId: string,
  { source, states }: { source: string | undefined; states: readonly string[] },
  before: string | undefined,
  rows: number,
): Promise<SubmissionRow[]> {
  const found = `select ids.id from unnest($4::text[]) as one (state) cross join lateral (
      select id from lead_submissions where company_id = $1 and state = one.state ${source ? "and source_id = $5" : ""} and ${BEFORE}
      order by id desc limit $3) ids ${NEWEST.replace("id desc", "ids.id desc")}`;
  return tx.query<SubmissionRow>(
    `select ${COLUMNS} from (${found}) chosen join lead_submissions s on s.company_id = $1 and s.id = chosen.id ${SOURCE}
     order by s.id desc`,
    [companyId, before ?? null, rows, states, ...(source ? [source] : [])],
  );
}

/** In a fixed order, so that two who lock some of the same never wait for each other. */
export const lock = (tx: Tx, companyId: string, ids: string[]) =>
  tx.query<{ id: string; state: SubmissionState; given: Record<string, string> }>(
    "select id, state, given from lead_submissions where company_id = $1 and id = any($2) order by id for update",
    [companyId, ids],
  );

export async function release(tx: Tx, companyId: string, ids: string[], now: Date): Promise<void> {
  await tx.query(
    `update lead_submissions set state = 'received', state_at = $3, is_released = true, failure = null, tries = 0, next_try_at = null
     where company_id = $1 and id = any($2)`,
    [companyId, ids, now],
  );
}

export async function setState(tx: Tx, companyId: string, ids: string[], state: "held" | "dropped", now: Date): Promise<void> {
  await tx.query("update lead_submissions set state = $3, state_at = $4, next_try_at = null where company_id = $1 and id = any($2)", [
    companyId,
    ids,
    state,
    now,
  ]);
}
