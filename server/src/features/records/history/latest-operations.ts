import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { before, DAY_MS } from "../../../kernel/clock.ts";
import { notFound } from "../../../kernel/errors.ts";
import { latestOperations, undoneAmong } from "../../events/index.ts";
import { undo } from "../operations.ts";
import type { OtherUndo } from "./undo-call.ts";

interface Wanted {
  by: "me" | "everyone";
  days: number;
  limit: number;
}

/** The latest operations that changed records, of the caller or of everyone. */
export async function listOperations({ actor, tx, clock }: Call<Member>, { by, days, limit }: Wanted) {
  const found = await latestOperations(tx, actor.companyId, "rec", {
    by: by === "me" ? actor.userId : null,
    since: before(clock, days * DAY_MS),
    limit,
  });
  return {
    items: found.map(({ subjects, first_subjects: first, operation_id, at, by: who, key, via, kinds }) => ({
      operation_id,
      at,
      by: who,
      key,
      via,
      kinds,
      count: subjects,
      records: [...new Map(first.map(({ id, name, type }) => [id, { id, type, title: name }])).values()],
    })),
  };
}

// Each undo and what it took back are two of them.
const LOOKED_THROUGH = 100;

/**
 * The caller's latest change that is not an undo and was not undone: someone who says "undo that" twice means the change before, and does
 * not want the first undo undone.
 */
export async function lastOperation(call: Call<Member>, { subjectTypes, undoes }: OtherUndo): Promise<string> {
  const { actor, tx } = call;
  const wanted = { by: actor.userId, since: null, limit: LOOKED_THROUGH };
  const found = [];
  for (const type of ["rec", ...subjectTypes]) found.push(...(await latestOperations(tx, actor.companyId, type, wanted)));
  const changes = found.filter(({ operation }) => operation !== undo.name && !undoes.includes(operation));
  const undone = await undoneAmong(
    call,
    changes.map((change) => change.operation_id),
  );
  const [last] = changes
    .filter((change) => !undone.has(change.operation_id))
    .toSorted((one, other) => (one.last_id < other.last_id ? 1 : -1));
  if (!last) throw notFound("A change of yours");
  return last.operation_id;
}
