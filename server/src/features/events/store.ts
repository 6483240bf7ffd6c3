import { statement, type Tx } from "../../kernel/database.ts";
import type { Changes } from "../../kernel/event.ts";
import type { EventRow, Surface } from "../../kernel/call.ts";

const APPEND = statement(
  "events.append",
  `insert into events (company_id, id, at, type, subject_type, subject_id, actor_user, actor_key, via, operation, operation_id, request_id, data, changes)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
);

/** Writes events in the transaction of the change they tell of. */
export async function appendEvents(tx: Tx, rows: EventRow[]): Promise<void> {
  for (const row of rows) {
    await tx.query(APPEND, [
      row.companyId,
      row.id,
      row.at,
      row.type,
      row.subjectType,
      row.subjectId,
      row.actorUser,
      row.actorKey,
      row.via,
      row.operation,
      row.operationId,
      row.requestId,
      JSON.stringify(row.data),
      row.changes && JSON.stringify(row.changes),
    ]);
  }
}

export interface ListedEvent {
  id: string;
  at: Date;
  type: string;
  subject_type: string;
  subject_id: string;
  subject_name: string | null;
  actor: { id: string; name: string } | null;
  key: { id: string; name: string } | null;
  via: Surface;
  operation: string;
  operation_id: string;
  data: unknown;
  changes: Changes | null;
}

const LIST = statement(
  "events.list",
  `select e.id, e.at, e.type, e.subject_type, e.subject_id, e.data ->> 'name' as subject_name, e.via, e.operation, e.operation_id, e.data, e.changes,
     case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as actor,
     case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as key
   from events e
   left join users u on u.company_id = e.company_id and u.id = e.actor_user
   left join api_keys k on k.company_id = e.company_id and k.id = e.actor_key
   where e.company_id = $1 and ($2::text is null or e.type = $2) and ($3::uuid is null or e.actor_user = $3)
     and ($4::uuid is null or e.actor_key = $4) and ($5::uuid is null or e.id < $5)
   order by e.id desc limit $6`,
);

interface Wanted {
  type?: string | undefined;
  actor?: string | undefined;
  key?: string | undefined;
  before?: string | undefined;
  limit: number;
}

export async function list(tx: Tx, companyId: string, { type, actor, key, before, limit }: Wanted): Promise<ListedEvent[]> {
  return tx.query<ListedEvent>(LIST, [companyId, type ?? null, actor ?? null, key ?? null, before ?? null, limit]);
}
