import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, forbidden, notFound } from "../../../kernel/errors.ts";
import { handle } from "../../../kernel/handle.ts";
import { readPage, type Cursors } from "../../../platform/cursors.ts";
import { newId } from "../../../platform/random.ts";
import { findMember } from "../../members/index.ts";
import { isOpen } from "../decide/hours.ts";
import { absenceAdded, absenceRemoved, workingHoursChanged } from "../events.ts";
import * as operations from "../hours-operations.ts";
import { defaultHours } from "../route/store.ts";
import * as store from "./store.ts";

export interface HoursNeeds {
  cursors: Cursors;
}

const MAX_ABSENCES = 500;

export const hoursHandlers = ({ cursors }: HoursNeeds) =>
  handle(operations, {
    getWorkingHours: (call) => show(call),

    async saveWorkingHours(call, { user, hours }) {
      const { tx, actor, clock } = call;
      const person = await personMeant(call, user);
      await store.save(tx, actor.companyId, person.id, hours, clock.now());
      await call.emit(workingHoursChanged, { subjectId: actor.companyId, data: { name: person.name, user: person.id } });
      return show(call);
    },

    async saveCompanyHours(call, { hours }) {
      const { tx, actor, clock } = call;
      await store.save(tx, actor.companyId, actor.companyId, hours, clock.now());
      await call.emit(workingHoursChanged, { subjectId: actor.companyId, data: { name: "the company", user: null } });
      return show(call);
    },

    async listAbsences({ tx, actor, clock }, { user, past, ...page }) {
      const read = (before: string | undefined, rows: number) =>
        store.absences(tx, actor.companyId, user, past ? null : clock.now(), before, rows);
      const found = await readPage(cursors, actor.companyId, `absences\n${user ?? ""}\n${past}`, page, read, (row) => row.id);
      return { ...found, items: found.items.map((row) => present(row, clock.now())) };
    },

    async addAbsence(call, { user, from, to, note }) {
      const { tx, actor, clock } = call;
      const person = await personMeant(call, user);
      if ((await store.countAbsences(tx, actor.companyId, person.id)) >= MAX_ABSENCES)
        throw conflict("too_many", `A member has at most ${MAX_ABSENCES} absences. Remove old ones first.`);
      const id = newId();
      await store.addAbsence(tx, actor.companyId, { id, user: person.id, from, to, note, by: actor.userId, now: clock.now() });
      await call.emit(absenceAdded, { subjectId: id, data: { name: person.name, user: person.id } });
      return present({ id, user_id: person.id, user_name: person.name, starts_at: from, ends_at: to, note }, clock.now());
    },

    async removeAbsence(call, { id }) {
      const { tx, actor } = call;
      const row = await store.findAbsence(tx, actor.companyId, id);
      if (!row) throw notFound("Absence");
      await personMeant(call, row.user_id);
      await store.removeAbsence(tx, actor.companyId, id);
      await call.emit(absenceRemoved, { subjectId: id, data: { name: row.user_name, user: row.user_id } });
      return {};
    },
  });

/** The caller, or for an Admin somebody else of the company. */
async function personMeant({ tx, actor }: Call<Member>, user: string | undefined): Promise<{ id: string; name: string }> {
  if (user === undefined || user === actor.userId) return { id: actor.userId, name: actor.name };
  const person = await findMember(tx, actor.companyId, user);
  if (!person) throw notFound("Member");
  if (actor.role !== "admin") throw forbidden("admin_only", "Only an Admin can change this for others. Ask an Admin of your company.");
  return person;
}

async function show({ tx, actor, clock }: Call<Member>) {
  const now = clock.now();
  const [rows, company] = await Promise.all([store.list(tx, actor.companyId, now), defaultHours(tx, actor.companyId)]);
  return {
    company: company ?? null,
    people: rows.map(({ id, name, zone, days, is_absent: isAbsent }) => {
      const own = zone && days ? { zone, days } : null;
      const hours = own ?? company;
      return { id, name, hours: own, is_open: !isAbsent && (!hours || isOpen(hours, now)) };
    }),
  };
}

const present = (row: store.AbsenceRow, now: Date) => ({
  id: row.id,
  user: { id: row.user_id, name: row.user_name },
  from: row.starts_at,
  to: row.ends_at,
  note: row.note,
  is_now: row.starts_at <= now && row.ends_at > now,
});
