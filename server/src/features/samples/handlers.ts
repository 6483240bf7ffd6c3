import type { Member, System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { newId } from "../../platform/random.ts";
import { isUniqueViolation } from "../../platform/postgres/errors.ts";
import { touchedByOthers } from "../events/index.ts";
import { actAs } from "../members/index.ts";
import { deleteRecords, lockRecords } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { sampleLoaded, sampleRemoved } from "./events.ts";
import { workOnSamples } from "./jobs.ts";
import { loadWeek } from "./load-week.ts";
import { WEEKS } from "./make-week.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

const STEP_WEEKS = 4;
const STEPS = Math.ceil(WEEKS / STEP_WEEKS);
const CHANGED_SHOWN = 50;
/** Somebody who looks around adds a record or two first. With more than these, samples could be mistaken for their own. */
const MAX_OWN_RECORDS = 10;
const NAME = "Sample data";

export function sampleHandlers({ schemas }: { schemas: Schemas }) {
  return handle(operations, {
    get: describe,

    async load(call) {
      const { actor, tx, clock } = call;
      if (await store.hasMoreThan(tx, actor.companyId, MAX_OWN_RECORDS))
        throw conflict("not_empty", `There are records here already. Sample data is for a company with at most ${MAX_OWN_RECORDS}.`);
      const before = await store.lock(tx, actor.companyId);
      if (before?.state === "loading") throw conflict("samples_loading", "The sample data is being loaded already.");
      // The records of the earlier load were deleted by hand: that load no longer counts.
      if (before) await store.update(tx, actor.companyId, before.id, { ...before, state: "removed" });
      const row = { id: newId(), user: { id: actor.userId, name: actor.name }, state: "loading", steps_done: 0, failure: null } as const;
      try {
        await store.insert(tx, actor.companyId, { ...row, operation_id: call.operationId, created_at: clock.now() });
      } catch (error) {
        if (isUniqueViolation(error, "samples_current")) throw conflict("samples_loading", "The sample data is being loaded already.");
        throw error;
      }
      await call.enqueue(workOnSamples, { company: actor.companyId, samples: row.id, operation: call.operationId });
      return describe(call);
    },

    async remove(call, { changed }) {
      const { actor, tx, emit } = call;
      const row = await store.lock(tx, actor.companyId);
      if (!row) throw conflict("no_samples", "There is no sample data here.");
      if (row.state === "loading") throw conflict("samples_loading", "The sample data is still being loaded. Wait a moment.");
      const found = await store.liveRecords(tx, actor.companyId, row.operation_id);
      // Lock the records before checking which were changed. Otherwise a change saved meanwhile would be deleted.
      const held = await lockRecords(
        tx,
        actor.companyId,
        found.map((one) => one.id),
      );
      const live = held.filter((one) => !one.deleted_at);
      const touched = changed === "keep" ? await changedSince(call, row, live) : new Set<string>();
      const unchanged = live.filter((one) => !touched.has(one.id));
      await deleteRecords(call, await schemas.of(call), unchanged);
      await store.update(tx, actor.companyId, row.id, { ...row, state: "removed" });
      const counts = { removed: unchanged.length, kept: live.length - unchanged.length };
      await emit(sampleRemoved, { subjectId: row.id, data: { name: NAME, ...counts } });
      return counts;
    },

    async step(call, { id }) {
      const row = await loading(call, id);
      if (!row) return {};
      const { companyId } = call.actor;
      const member = await actAs(call, row.user.id);
      const schema = await schemas.of(member);
      const first = row.steps_done * STEP_WEEKS;
      for (let week = first; week < Math.min(first + STEP_WEEKS, WEEKS); week++) await loadWeek(member, schema, week);
      const steps_done = row.steps_done + 1;
      const isOver = steps_done >= STEPS;
      await store.update(call.tx, companyId, id, { state: isOver ? "loaded" : "loading", steps_done, failure: null });
      if (!isOver) await call.enqueue(workOnSamples, { company: companyId, samples: id, operation: call.operationId });
      else {
        const { length } = await store.liveRecords(call.tx, companyId, row.operation_id);
        await call.emit(sampleLoaded, { subjectId: id, data: { name: NAME, records: length } });
      }
      return {};
    },

    async fail(call, { id, reason }) {
      const row = await loading(call, id);
      if (row) await store.update(call.tx, call.actor.companyId, id, { ...row, state: "failed", failure: reason });
      return {};
    },
  });
}

async function describe(call: Call<Member>) {
  const { actor, tx } = call;
  const row = await store.current(tx, actor.companyId);
  const live = row ? await store.liveRecords(tx, actor.companyId, row.operation_id) : [];
  const own = await store.typesBesides(
    tx,
    actor.companyId,
    live.map((one) => one.id),
  );
  const touched = row && row.state !== "loading" ? await changedSince(call, row, live) : new Set<string>();
  const changed = live.filter((one) => touched.has(one.id));
  const isLoading = row?.state === "loading";
  // All its records were deleted by hand: nothing to show.
  const isGone = row?.state === "loaded" && live.length === 0;
  return {
    state: !row || row.state === "removed" || isGone ? ("none" as const) : row.state,
    can_load: !isLoading && live.length === 0 && !(await store.hasMoreThan(tx, actor.companyId, MAX_OWN_RECORDS)),
    progress: row ? row.steps_done / STEPS : 0,
    failure: row?.failure ?? null,
    loaded_by: row?.user ?? null,
    loaded_at: row?.created_at ?? null,
    records: live.length,
    changed: { count: changed.length, records: changed.slice(0, CHANGED_SHOWN) },
    own_types: own,
  };
}

/** The records that somebody has changed, added a note to, or merged into. The load itself does not count. */
const changedSince = ({ actor, tx }: Call<Member>, { operation_id }: store.SampleRow, live: { id: string }[]) =>
  touchedByOthers(
    tx,
    actor.companyId,
    "rec",
    live.map((one) => one.id),
    "%",
    [operation_id],
  );

async function loading({ actor, tx, operationId }: Call<System>, id: string): Promise<store.SampleRow | undefined> {
  const row = await store.lock(tx, actor.companyId);
  return row?.id === id && row.state === "loading" && row.operation_id === operationId ? row : undefined;
}
