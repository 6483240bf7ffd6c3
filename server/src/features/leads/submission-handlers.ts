import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { submissionDropped, submissionReleased, submissionRestored } from "./events.ts";
import * as store from "./submission-store.ts";
import * as operations from "./submission-operations.ts";
import { SUBMISSION_STATES } from "./submission-operations.ts";

export function submissionHandlers({ cursors }: { cursors: Cursors }) {
  return handle(operations, {
    async listSubmissions({ tx, actor }, { state, source, ...page }) {
      const states = state ? [state] : SUBMISSION_STATES;
      const read = (before: string | undefined, rows: number) => store.list(tx, actor.companyId, { source, states }, before, rows);
      const list = `submissions\n${state ?? ""}\n${source ?? ""}`;
      const found = await readPage(cursors, actor.companyId, list, page, read, (row) => row.id);
      return { ...found, items: found.items.map((row) => presentSubmission(row, actor)) };
    },

    async getSubmission({ tx, actor }, { id }) {
      const row = await store.find(tx, actor.companyId, id);
      if (!row) throw notFound("Submission");
      return presentSubmission(row, actor);
    },

    releaseSubmissions: (call, { ids }) =>
      change(call, ids, ["held", "failed"], submissionReleased, (found) =>
        store.release(call.tx, call.actor.companyId, found, call.clock.now()),
      ),

    dropSubmissions: (call, { ids }) =>
      change(call, ids, ["held", "failed"], submissionDropped, (found) =>
        store.setState(call.tx, call.actor.companyId, found, "dropped", call.clock.now()),
      ),

    restoreSubmissions: (call, { ids }) =>
      change(call, ids, ["dropped"], submissionRestored, (found) =>
        store.setState(call.tx, call.actor.companyId, found, "held", call.clock.now()),
      ),
  });
}

/** Changes those that are in the right state. Some may have been released by somebody else meanwhile: that is no error. */
async function change(
  call: Call<Member>,
  ids: string[],
  from: store.SubmissionState[],
  event: typeof submissionReleased,
  write: (ids: string[]) => Promise<void>,
) {
  const known = await store.lock(call.tx, call.actor.companyId, ids);
  if (known.length < new Set(ids).size) throw notFound("Submission");
  const rows = known.filter((row) => from.includes(row.state));
  if (rows.length > 0) {
    await write(rows.map((row) => row.id));
    await call.emitAll(
      event,
      rows.map((row) => ({ subjectId: row.id, data: { name: nameOf(row.given) } })),
    );
  }
  return { changed: rows.length, operation_id: call.operationId };
}

/** Who sent it, in their own words. */
const nameOf = (given: Record<string, string>) => (given["name"] || given["email"] || "Somebody").slice(0, 100);

const presentSubmission = ({ lead_id, consent, ip, ...row }: store.SubmissionRow, { role }: Member) => ({
  ...row,
  lead: lead_id,
  consent: consent && { ...consent, at: new Date(consent.at) },
  ip: role === "admin" ? ip : null,
});
