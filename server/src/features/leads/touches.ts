import { handle } from "../../kernel/handle.ts";
import { notFound } from "../../kernel/errors.ts";
import { statement, type Tx } from "../../kernel/database.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { findRecords, mergedInto } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import type { ConsentGiven, SubmissionRow } from "./submission-store.ts";
import * as operations from "./touch-operations.ts";

interface TouchRow extends Pick<SubmissionRow, "id" | "received_at" | "source" | "sender" | "given" | "attribution"> {
  kind: NonNullable<SubmissionRow["kind"]>;
  consent: ConsentGiven | null;
  opt_in: { email: string; sent_at: string | null; confirmed_at: string | null } | null;
}

// Of each lead its newest ones: with those that were merged into it there are several.
const LIST = statement(
  "leads.list_touches",
  `select s.id, s.received_at, s.kind, case when f.id is not null then json_build_object('id', f.id, 'name', f.name) end as source, s.sender,
     s.given, s.attribution, s.consent,
     case when o.id is not null then json_build_object('email', o.email, 'sent_at', o.sent_at, 'confirmed_at', o.confirmed_at) end as opt_in
   from unnest($2::uuid[]) as lead (id)
   cross join lateral (
     select * from lead_submissions s where s.company_id = $1 and s.lead_id = lead.id and ($3::uuid is null or s.id < $3)
     order by s.id desc limit $4) as s
   left join lead_sources f on f.company_id = s.company_id and f.id = s.source_id
   left join lead_opt_ins o on o.company_id = s.company_id and o.submission_id = s.id
   order by s.id desc limit $4`,
);
const ENDS = statement(
  "leads.touch_ends",
  `select (select attribution from lead_submissions where company_id = $1 and lead_id = any($2::uuid[]) order by id limit 1) as first,
     (select attribution from lead_submissions where company_id = $1 and lead_id = any($2::uuid[]) order by id desc limit 1) as last,
     (select max(o.confirmed_at) from lead_submissions s join lead_opt_ins o on o.company_id = s.company_id and o.submission_id = s.id
      where s.company_id = $1 and s.lead_id = any($2::uuid[])) as confirmed_at`,
);
interface Ends {
  first: Record<string, string> | null;
  last: Record<string, string> | null;
  confirmed_at: Date | null;
}

const at = (time: string | null) => (time === null ? null : new Date(time));

export function touchHandlers({ cursors, schemas }: { cursors: Cursors; schemas: Schemas }) {
  return handle(operations, {
    async listTouches(call, { id, ...page }) {
      const { tx, actor } = call;
      const leads = await leadWithMerged(tx, actor.companyId, id, (await schemas.of(call)).byKey.get("lead")?.id);
      const read = (before: string | undefined, rows: number) => tx.query<TouchRow>(LIST, [actor.companyId, leads, before ?? null, rows]);
      const [found, [ends]] = await Promise.all([
        readPage(cursors, actor.companyId, `touches\n${id}`, page, read, (row) => row.id),
        tx.query<Ends>(ENDS, [actor.companyId, leads]),
      ]);
      return {
        ...(ends ?? { first: null, last: null, confirmed_at: null }),
        next_cursor: found.next_cursor,
        items: found.items.map(({ consent, opt_in: optIn, ...row }) => ({
          ...row,
          consent: consent && { ...consent, at: new Date(consent.at) },
          opt_in: optIn && { email: optIn.email, sent_at: at(optIn.sent_at), confirmed_at: at(optIn.confirmed_at) },
        })),
      };
    },
  });
}

/** The lead and those that were merged into it: what they sent is shown with it, as notes are, and goes back when that is undone. */
async function leadWithMerged(tx: Tx, companyId: string, id: string, typeId: string | undefined): Promise<string[]> {
  const [row] = await findRecords(tx, companyId, [id]);
  if (!row || row.type_id !== typeId) throw notFound("Lead");
  return [id, ...(await mergedInto(tx, companyId, id)).map((one) => one.id)];
}
