import { statement, type Tx } from "../../../kernel/database.ts";
import { notFound } from "../../../kernel/errors.ts";
import { handle } from "../../../kernel/handle.ts";
import * as store from "../source-store.ts";
import * as operations from "../spam-operations.ts";
import { judge } from "./judge.ts";

const DAYS = 30;
/** A flood may hold millions: beyond this the page says "more". */
const MAX_COUNTED = 10_000;

interface Figures {
  accepted: number;
  ever_held: number;
  held: number;
  dropped: number;
  reasons: Record<string, number>;
}

// Each state is read from its own part of an index, newest first, and no further than is counted.
const FIGURES = statement(
  "leads.spam_figures",
  `with judged as materialized (
     select one.state, found.reasons from unnest(array['held', 'dropped']) as one (state) cross join lateral (
       select reasons from lead_submissions s where s.company_id = $1 and s.source_id = $2 and s.state = one.state and s.id >= uuid_at($3)
       order by s.id desc limit ${MAX_COUNTED}) as found)
   select coalesce(days.accepted, 0)::int as accepted, coalesce(days.held, 0)::int as ever_held,
     (select count(*)::int from judged where state = 'held') as held,
     (select count(*)::int from judged where state = 'dropped') as dropped,
     (select coalesce(jsonb_object_agg(reason, count), '{}') from (
       select reason, count(*)::int as count from judged, unnest(reasons) as reason group by reason) as counted) as reasons
   from (select sum(accepted) as accepted, sum(held) as held from lead_source_days
     where company_id = $1 and source_id = $2 and day > $3::timestamptz::date) as days`,
);

async function countFigures(tx: Tx, companyId: string, id: string, since: Date): Promise<Figures> {
  const [row] = await tx.query<Figures>(FIGURES, [companyId, id, since]);
  return row ?? { accepted: 0, ever_held: 0, held: 0, dropped: 0, reasons: {} };
}

const DAY_MS = 24 * 60 * 60_000;

export function spamHandlers() {
  return handle(operations, {
    async getSpamFigures({ tx, actor, clock }, { id }) {
      if (!(await store.find(tx, actor.companyId, id))) throw notFound("Form");
      const since = new Date(clock.now().getTime() - DAYS * DAY_MS);
      const { ever_held: everHeld, ...figures } = await countFigures(tx, actor.companyId, id, since);
      const { held, dropped } = figures;
      return {
        ...figures,
        released: Math.max(everHeld - held - dropped, 0),
        is_exact: held < MAX_COUNTED && dropped < MAX_COUNTED,
      };
    },

    async tryText({ clock }, { text }) {
      // As if a person had opened the page this morning and written it.
      const now = clock.now().getTime();
      const proof = { state: "valid", nonce: "", issuedAt: now - 60_000, bits: 0 } as const;
      const verdict = judge([text], { proof, isReused: false, isTrapped: false, isForeign: false, floodSince: undefined, now });
      return { score: verdict.score, is_held: verdict.isHeld, reasons: verdict.reasons };
    },
  });
}
