import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { showId } from "../../platform/ids.ts";
import type { CompanySchema } from "../types/index.ts";
import { findLimited, findUnwanted, makeBodies, type LogEvent } from "./messages.ts";
import type { Settings } from "./store.ts";

const LATEST = 20;

/** The latest events, and for each the body it would have or why it would not be sent. */
export async function previewEvents(
  call: Call<Member>,
  schema: CompanySchema,
  wanted: Pick<Settings, "event_types" | "filter" | "fields">,
) {
  const { tx, actor } = call;
  // Ids of one millisecond are in no order: what one transaction wrote is shown in the order of the log.
  const latest = await tx.query<LogEvent>(
    `select * from (
       select id, at, type, subject_type, subject_id, actor_user, actor_key, via, operation_id, data, changes, place from events
       where company_id = $1 order by id desc limit ${LATEST}
     ) latest order by at desc, place desc`,
    [actor.companyId],
  );
  const limited = await findLimited(tx, actor.companyId, latest);
  const events = latest.filter(({ id }) => !limited.includes(id));
  const unwanted = await findUnwanted(call, schema, wanted, events);
  const bodies = await makeBodies(tx, actor.companyId, schema, events);
  return events.map((event) => ({
    event: event.id,
    type: event.type,
    at: event.at,
    subject: {
      type: event.subject_type,
      id: showId(event.subject_type, event.subject_id),
      name: typeof event.data["name"] === "string" ? event.data["name"] : null,
    },
    matches: !unwanted.has(event.id),
    because: unwanted.get(event.id) ?? null,
    body: bodies.get(event.id) ?? null,
  }));
}
