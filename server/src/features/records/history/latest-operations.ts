import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { before, DAY_MS } from "../../../kernel/clock.ts";
import { notFound } from "../../../kernel/errors.ts";
import { latestOperations } from "../../events/index.ts";
import { undo } from "../operations.ts";

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

// Someone who says "undo that" a second time means the change before, not the undo.
const LOOKED_THROUGH = 20;

/** The caller's latest change of records that is not an undo. */
export async function lastOperation({ actor, tx }: Call<Member>): Promise<string> {
  const found = await latestOperations(tx, actor.companyId, "rec", { by: actor.userId, since: null, limit: LOOKED_THROUGH });
  const last = found.find(({ operation }) => operation !== undo.name);
  if (!last) throw notFound("A change of yours");
  return last.operation_id;
}
