import { KINDS } from "@kith/filter/kinds";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { keysOf } from "../records/index.ts";
import type { CompanySchema, FieldDefinition, TypeDefinition } from "../types/index.ts";
import { refusedRepeat, resultOf, takeWave, type Meant, type Result, type Row, type SavingRules } from "./row-result.ts";
import { saveCells } from "./save-cells.ts";
import type { Mapped } from "./store.ts";

/** The email that tells two rows of the same person, where no field to match by is chosen. */
export const sharedEmail = (type: TypeDefinition, mapping: Mapped[]): FieldDefinition | undefined =>
  type.fields.find((field) => KINDS[field.kind].identifier === "email" && mapping.some((one) => one.field === field.key));

/** Saves every row as a new record. A row with the email of an earlier one is refused, unless it is chosen that both are imported. */
export async function saveNewRows(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  how: SavingRules,
  rows: Row[],
): Promise<Result[]> {
  const { firstRows, repeatedRows } = how;
  const email = sharedEmail(type, how.mapping);
  const results: Result[] = [];
  let waiting = rows.map((row, at): Meant => ({
    ...row,
    at,
    keys: email ? keysOf(type, email, row.given).map((key) => `row ${key}`) : [],
  }));
  await firstRows.load(waiting.flatMap((row) => row.keys));
  while (waiting.length > 0) {
    const { wave, later } = repeatedRows === "import" ? { wave: waiting, later: [] } : takeWave(refuseRepeats(waiting));
    const saved = await saveCells(
      call,
      schema,
      type,
      how,
      wave.map(({ given, problems }) => ({ change: { old: undefined, given, pointer: "" }, problems })),
    );
    for (const [at, row] of wave.entries()) {
      const one = saved[at];
      if (!one) continue;
      results[row.at] = { ...resultOf(one, undefined), repeats: firstRows.of(row.keys) };
      if (one.outcome.fieldErrors.length === 0) firstRows.keep(row.keys, row.row);
    }
    waiting = later;
  }
  return results;

  function refuseRepeats(all: Meant[]): Meant[] {
    return all.filter((row) => {
      const first = firstRows.of(row.keys);
      if (first === undefined || !email) return true;
      results[row.at] = refusedRepeat(email.key, email.label, first);
      return false;
    });
  }
}
