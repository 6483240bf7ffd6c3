import { KithError, type BatchResult, type Kith } from "@kith/sdk";
import type { Input } from "../arguments.ts";
import { itemOf, type Item, type Reading } from "./item-of.ts";
import type { Row } from "./read-rows.ts";
import type { State } from "./state.ts";

export interface Refused {
  row: Row;
  reason: string;
}

/** Sends one batch, counts what became of its rows, and returns those that were refused. */
export async function saveBatch(kith: Kith, input: Input, reading: Reading, state: State, rows: Row[]): Promise<Refused[]> {
  const refused: Refused[] = [];
  const sent: { row: Row; item: Item }[] = [];
  for (const row of rows) {
    const item = itemOf(reading, row.cells);
    if (typeof item === "string") refused.push({ row, reason: item });
    else sent.push({ row, item });
  }
  const results =
    sent.length > 0
      ? await send(
          kith,
          input,
          sent.map(({ item }) => item),
          `${state.run} line ${rows[0]?.line}`,
        )
      : [];
  for (const [at, { row }] of sent.entries()) {
    const result = results[at];
    if (result?.status === "created") state.created++;
    else if (result?.status === "updated") state.updated++;
    else refused.push({ row, reason: reasonOf(result) });
  }
  state.refused += refused.length;
  return refused.sort((one, other) => one.row.line - other.row.line);
}

async function send(kith: Kith, input: Input, items: Item[], idempotencyKey: string): Promise<BatchResult[]> {
  const { type, match, allow_duplicate } = input as { type: string; match?: string; allow_duplicate?: boolean };
  try {
    return (await kith.records.batch({ type, match, allow_duplicate, items }, { idempotencyKey })).results;
  } catch (error) {
    // One value that the service cannot even read refuses a whole call: then each row is asked for by itself.
    if (!(error instanceof KithError) || error.status !== 422 || items.length === 1 || error.code !== "invalid_input") throw error;
    const results: BatchResult[] = [];
    for (const [at, item] of items.entries()) results.push(...(await sendOne(kith, input, item, `${idempotencyKey} row ${at}`)));
    return results;
  }
}

async function sendOne(kith: Kith, input: Input, item: Item, idempotencyKey: string): Promise<BatchResult[]> {
  try {
    return await send(kith, input, [item], idempotencyKey);
  } catch (error) {
    if (!(error instanceof KithError) || error.status !== 422) throw error;
    return [{ status: "failed", id: null, values: {}, errors: error.errors }];
  }
}

/** Why a row was refused, in one line, with the field it is about. */
function reasonOf(result: BatchResult | undefined): string {
  const errors = result?.errors ?? [];
  const said = errors.map(({ pointer, message, hint }) =>
    [pointer.split("/").slice(4).join("/"), message, hint].filter(Boolean).join(": "),
  );
  return said.join(" ") || "Refused without a reason.";
}
