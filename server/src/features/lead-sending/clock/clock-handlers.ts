import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { before, DAY_MS } from "../../../kernel/clock.ts";
import { handle } from "../../../kernel/handle.ts";
import type { Cursors } from "../../../platform/cursors.ts";
import * as operations from "../clock-operations.ts";
import { clockPolicyChanged } from "../events.ts";
import * as lists from "./clock-list.ts";
import * as store from "./clock-store.ts";

/** What a company has that never said anything: no clock runs. */
const NO_POLICY = { is_on: false, minutes: 60, on_overdue: "tell" as const, most_handovers: 3, updated_at: null, updated_by: null };
const LIST = "leadSending.listClocks";

export function clockHandlers({ cursors }: { cursors: Cursors }) {
  return handle(operations, {
    getClockPolicy: (call) => showPolicy(call),

    async saveClockPolicy(call, given) {
      const { tx, actor, clock } = call;
      await store.savePolicy(tx, actor.companyId, { ...given, updated_at: clock.now(), updated_by: actor.userId });
      await call.emit(clockPolicyChanged, { subjectId: actor.companyId, data: { name: actor.company.name, ...given } });
      return showPolicy(call);
    },

    async listClocks({ tx, actor, clock }, { limit, cursor, ...wanted }) {
      const last = cursor ? cursors.open(actor.companyId, LIST, cursor) : undefined;
      const now = clock.now();
      const rows = await lists.list(tx, actor.companyId, wanted, last, now, limit + 1);
      const page = rows.slice(0, limit);
      const end = rows.length > limit ? page.at(-1) : undefined;
      return {
        items: page.map((row) => showClock(row, now)),
        next_cursor: end ? cursors.seal(actor.companyId, LIST, end.id) : null,
      };
    },

    async summariseClocks({ tx, actor, clock }, { days }) {
      const counts = await lists.responses(tx, actor.companyId, before(clock, days * DAY_MS));
      const waiting = await lists.waiting(tx, actor.companyId, clock.now());
      const all = counts.find((row) => row.user_id === null);
      const people = new Map(waiting.map(({ user_id: id, name, overdue }) => [id, { id, name, ...NOBODY, overdue }]));
      for (const { user_id: id, name, responded, median, in_time } of counts)
        if (id)
          people.set(id, {
            id,
            name: name ?? "",
            responded,
            median_minutes: median,
            in_time_percent: in_time,
            overdue: people.get(id)?.overdue ?? 0,
          });
      return {
        days,
        responded: all?.responded ?? 0,
        median_minutes: all?.median ?? null,
        in_time_percent: all?.in_time ?? null,
        running: waiting.reduce((sum, row) => sum + row.running, 0),
        overdue: waiting.reduce((sum, row) => sum + row.overdue, 0),
        people: [...people.values()].slice(0, MAX_PEOPLE),
      };
    },

    async actOnOverdue(call, { id }) {
      const { actOnOverdue } = await import("./act-on-overdue.ts");
      return { is_done: await actOnOverdue(call, id) };
    },

    async readOverdue({ tx, actor }, { id }) {
      const rows = await lists.recipients(tx, actor.companyId, id);
      const [first] = rows;
      if (!first) return { overdue: null };
      const { lead_id: lead, title, person, company } = first;
      return { overdue: { lead, lead_name: title, person, company, emails: rows.map((row) => row.email) } };
    },
  });
}

const NOBODY: { responded: number; median_minutes: number | null; in_time_percent: number | null } = {
  responded: 0,
  median_minutes: null,
  in_time_percent: null,
};
const MAX_PEOPLE = 100;

async function showPolicy({ tx, actor }: Call<Member>) {
  const row = await store.policy(tx, actor.companyId);
  if (!row) return NO_POLICY;
  const { name, updated_by: id, ...policy } = row;
  return { ...policy, updated_by: { id, name } };
}

function showClock(row: lists.ListedClock, now: Date) {
  return {
    id: row.id,
    lead: { id: row.lead_id, title: row.title },
    person: { id: row.user_id, name: row.person },
    state: stateOf(row, now),
    started_at: row.started_at,
    due_at: row.due_at,
    minutes: row.minutes,
    responded_at: row.responded_at,
    responded_by: row.responded_by ? { id: row.responded_by, name: row.responder ?? "" } : null,
    response: row.response,
    response_minutes: row.response_minutes,
  };
}

function stateOf({ responded_at: responded, ended_at: ended, due_at: due }: lists.ListedClock, now: Date) {
  if (responded) return responded <= due ? ("in_time" as const) : ("late" as const);
  if (ended) return "ended" as const;
  return due <= now ? ("overdue" as const) : ("running" as const);
}
