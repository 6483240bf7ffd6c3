import { KINDS } from "@kith/filter/kinds";
import type { z } from "zod";
import type { Tx } from "../../kernel/database.ts";
import { AppError } from "../../kernel/errors.ts";
import type { TypeDefinition } from "./definition.ts";
import type { Move as MoveSchema } from "./operations.ts";
import * as store from "./store.ts";

export type Move = z.output<typeof MoveSchema>;

// 5,000 rows take about a second, a fifth of the statement timeout. All of them are one transaction, and a save of one of these
// records waits for it.
const BATCH = 5_000;
const MAX_RECORDS = 25_000;

/** SQL that converts a value from the jsonb to its column. */
const INTO: Record<Move["column"], (text: string, isDay: boolean) => string> = {
  stage: (text) => text,
  amount: (text) => `(${text})::numeric`,
  due_at: (text, isDay) => (isDay ? `((${text}) || 'T00:00:00Z')::timestamptz` : `(${text})::timestamptz`),
};

/** SQL that converts a value from its column to the jsonb. */
const OUT_OF: Record<Move["column"], (isDay: boolean) => string> = {
  stage: () => "stage",
  amount: () => "amount::text",
  due_at: (isDay) => `to_char(due_at at time zone 'UTC', '${isDay ? "YYYY-MM-DD" : 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'}')`,
};

const isDay = (field: Move["from"]) => field !== null && KINDS[field.kind].shape === "day";

/** The columns that get another field when a type changes its stage, amount or date. */
export function movesBetween(type: TypeDefinition, wanted: { stage: string | null; amount: string | null; due_at: string | null }): Move[] {
  const now = { stage: type.stageField, amount: type.amountField, due_at: type.dateField };
  const named = (key: string | null) => {
    const field = type.fields.find((one) => one.key === key);
    return field ? { key: field.key, kind: field.kind } : null;
  };
  return (["stage", "amount", "due_at"] as const)
    .filter((column) => now[column] !== wanted[column])
    .map((column) => ({ column, from: named(now[column]), to: named(wanted[column]) }));
}

/** Moves values between the jsonb and their column. No value changes, only where it is stored. */
export async function moveValues(tx: Tx, companyId: string, typeId: string, moves: Move[]): Promise<void> {
  if (moves.length === 0) return;
  const [row] = await tx.query<{ count: number }>(
    "select count(*)::int as count from (select from records where company_id = $1 and type_id = $2 limit $3) as first_ones",
    [companyId, typeId, MAX_RECORDS + 1],
  );
  if ((row?.count ?? 0) > MAX_RECORDS)
    throw new AppError(409, "too_many_records", "This type has more than 25,000 records: its stage, amount and date can no longer change.");
  for (const move of moves) await moveOne(tx, companyId, typeId, move, `${move.column} is not null or data ? $4::text`);
}

/**
 * Corrects what calls saved that had begun before the columns changed: they wrote to the old column. A move that a later change
 * reversed is left out: it would move values to the wrong column.
 */
export async function settleValues(tx: Tx, companyId: string, typeId: string, moves: Move[]): Promise<void> {
  const current = await store.lockRoles(tx, companyId, typeId);
  for (const move of moves.filter(({ column, to }) => current?.[column] === (to?.key ?? null)))
    await moveOne(tx, companyId, typeId, move, move.to ? "data ? $4::text" : `${move.column} is not null`);
}

async function moveOne(tx: Tx, companyId: string, typeId: string, { column, from, to }: Move, isToMove: string): Promise<void> {
  const into = to ? INTO[column]("data ->> $4::text", isDay(to)) : "null";
  const outOf = OUT_OF[column](isDay(from));
  let last = "00000000-0000-0000-0000-000000000000";
  for (let moved = BATCH; moved === BATCH;) {
    const rows = await tx.query<{ id: string }>(
      `update records set ${column} = ${into},
         data = (data - coalesce($4::text, '')) ||
           case when ${column} is null or $3::text is null then '{}'::jsonb else jsonb_build_object($3::text, ${outOf}) end
       where company_id = $1 and id in (
         select id from records where company_id = $1 and type_id = $2 and id > $5 and (${isToMove}) order by id limit ${BATCH})
       returning id`,
      [companyId, typeId, from?.key ?? null, to?.key ?? null, last],
    );
    moved = rows.length;
    last = rows.reduce((most, { id }) => (id > most ? id : most), last);
  }
}
