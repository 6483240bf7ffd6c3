import { createHash } from "node:crypto";
import { FIELD_KINDS, KINDS } from "@kith/filter/kinds";
import { z } from "zod";
import type { Member, System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { defineJob, handleJob, type BoundJob } from "../../../kernel/job.ts";
import type { CreateIndex } from "../../../platform/postgres/index-maker.ts";
import { toQuery } from "../../../platform/postgres/sql.ts";
import type { FieldDefinition, TypeDefinition } from "../../types/index.ts";
import { recordTypeId } from "../../types/operations.ts";
import { checkSize } from "../operations.ts";
import { dataExpression } from "./sort.ts";
import * as store from "../store.ts";

// Sorting by a company's own field reads all its records. Above these numbers that is slow, and an index is worth it.
const SLOW_LIST_MS = 250;
const LARGE_TYPE = 50_000;
// Two hundred such indexes made every insert 3.8 times as slow; twenty are hardly noticeable.
const MAX_OWN_INDEXES = 20;

export const makeIndex = defineJob({
  name: "records.makeIndex",
  label: "Index for a slow list",
  payload: z.object({ company: z.uuid(), type: z.uuid(), field: z.string(), kind: z.enum(FIELD_KINDS) }),
  subject: ({ type }) => recordTypeId.encode(type),
  key: ({ type, field, kind }) => `${type} ${field} ${kind}`,
  timeLimitMs: 6 * HOUR_MS, // an index on hundreds of millions of records
});

/** Reads a list. If that is slow or fails, enqueues an index on each of the company's own fields in its sort or filter. */
export async function watchList<Rows>(
  call: Call<Member>,
  type: TypeDefinition,
  fields: FieldDefinition[],
  read: () => Promise<Rows>,
): Promise<Rows> {
  const started = performance.now();
  try {
    return await read();
  } finally {
    if (performance.now() - started > SLOW_LIST_MS) {
      for (const { key, kind, place } of new Set(fields)) {
        if (place.kind === "data") call.enqueueAfterwards(makeIndex, { company: call.actor.companyId, type: type.id, field: key, kind });
      }
    }
  }
}

export const isLarge = ({ actor, tx }: Call<System>, typeId: string) => store.hasMore(tx, actor.companyId, typeId, LARGE_TYPE);

export function recordJobs({ createIndex }: { createIndex: CreateIndex }): BoundJob[] {
  return [
    handleJob(makeIndex, async ({ call }, { company, type, field, kind }) => {
      // A list may also be slow because the machine is busy.
      const { is_large: isWorthIt } = await call(checkSize, { type_id: type });
      if (!isWorthIt) return;
      const name = createHash("sha256").update(`${company} ${type} ${field} ${kind}`).digest("hex").slice(0, 16);
      await createIndex({
        family: "records_own_",
        name: `records_own_${name}`,
        table: "records",
        columns: `(${toQuery(dataExpression(KINDS[kind].shape, field, "records")).text}), id`,
        where: `company_id = '${company}' and type_id = '${type}' and deleted_at is null`,
        most: MAX_OWN_INDEXES,
      });
    }),
  ];
}
