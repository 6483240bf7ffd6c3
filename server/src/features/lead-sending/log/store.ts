import type { Tx } from "../../../kernel/database.ts";
import type { HOP_STATES } from "../delivery-operations.ts";
import type { DestinationKind } from "../destination-operations.ts";
import type { Attempt } from "../send/outcome.ts";

type HopState = (typeof HOP_STATES)[number];

export interface LoggedHop {
  id: string;
  lead: { id: string; name: string } | null;
  is_test: boolean;
  destination: { id: string; name: string; kind: DestinationKind; is_deleted: boolean };
  decision: number | null;
  rule: string | null;
  state: HopState;
  reason: string | null;
  is_held: boolean;
  tries: number;
  ms: number | null;
  reserved_at: Date;
  finished_at: Date | null;
  returned_at: Date | null;
  return_reason: string | null;
  returned_by: { id: string; name: string } | null;
}

const SELECT = `select h.id, h.lead_id is null as is_test, case when r.id is not null then json_build_object('id', r.id, 'name', r.title) end as lead,
    json_build_object('id', d.id, 'name', d.name, 'kind', d.kind, 'is_deleted', d.deleted_at is not null) as destination,
    h.n as decision, h.rule_id as rule, h.state, h.reason, h.state = 'unknown' and h.next_at is null and h.on_unknown = 'hold' as is_held,
    h.tries, h.ms, h.reserved_at, h.finished_at, h.returned_at, h.return_reason,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as returned_by
  from lead_deliveries h
  join destinations d on d.company_id = h.company_id and d.id = h.destination_id
  left join records r on r.company_id = h.company_id and r.id = h.lead_id
  left join users u on u.company_id = h.company_id and u.id = h.return_by
  where h.company_id = $1`;

interface Wanted {
  lead?: string | undefined;
  destination?: string | undefined;
  states: readonly string[] | undefined;
  before: string | undefined;
  rows: number;
}

/** Conditions are only there where they are asked for: each has an index of its own. */
export function list(tx: Tx, companyId: string, { lead, destination, states, before, rows }: Wanted) {
  const values: unknown[] = [companyId, rows];
  const conditions = (
    [
      [lead, "h.lead_id = $"],
      [destination, "h.destination_id = $"],
      [states, "h.state = any($"],
      [before, "h.id < $"],
    ] as const
  ).flatMap(([value, text]) => (value === undefined ? [] : [`${text}${values.push(value)}${text.includes("(") ? ")" : ""}`]));
  return tx.query<LoggedHop>(`${[SELECT, ...conditions].join(" and ")} order by h.id desc limit $2`, values);
}

export async function find(tx: Tx, companyId: string, id: string): Promise<LoggedHop | undefined> {
  const [row] = await tx.query<LoggedHop>(`${SELECT} and h.id = $2`, [companyId, id]);
  return row;
}

export async function readBytes(tx: Tx, companyId: string, id: string): Promise<{ body: Buffer | null; attempts: Attempt[] }> {
  const [row] = await tx.query<{ body: Buffer | null; attempts: Attempt[] }>(
    "select body, attempts from lead_deliveries where company_id = $1 and id = $2",
    [companyId, id],
  );
  return row ?? { body: null, attempts: [] };
}
