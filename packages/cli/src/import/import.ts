import { statSync } from "node:fs";
import type { Kith } from "@kith/sdk";
import type { Given } from "../arguments.ts";
import { connect, LONG_SECONDS } from "../connect.ts";
import { EXIT, InputError, UsageError } from "../errors.ts";
import { createProgress } from "../progress.ts";
import { retrySeconds } from "../retry-seconds.ts";
import { findType } from "../types.ts";
import { ErrorsFile } from "./errors-file.ts";
import { NOTES, type Reading } from "./item-of.ts";
import { readHead } from "./read-head.ts";
import { readRows, type Form, type Row } from "./read-rows.ts";
import { saveBatch } from "./save-batch.ts";
import { dropState, findState, hashOf, keepState, newState, type State } from "./state.ts";

/** The answer to a batch of this size is always small enough for the service to keep it, should the connection break. */
const BATCH_ROWS = 200;

/** Sends a file in batches. What is done is written down after each, so that the same command goes on after any end. */
export async function importFile(given: Given): Promise<number> {
  const [path] = given.words;
  if (!path) throw new UsageError("import needs a file, or - for standard input.");
  const file = path === "-" ? undefined : path;
  if (file && !statSync(file, { throwIfNoEntry: false })?.isFile()) throw new UsageError(`There is no file ${file}.`);
  const kith = connect({ retrySeconds: retrySeconds(given, LONG_SECONDS) });
  const form = formOf(given, file);
  const { columns, delimiter, start } = await readHead(file, form);
  const reading = await readingOf(kith, given, columns);
  const asked = { ...given.input, form, columns, isById: reading.isById, isReferredById: reading.isReferredById };
  const hash = file ? await hashOf(file, asked) : "";
  const state = (file && findState(file, hash)) || newState(hash, BATCH_ROWS, start);
  const errors = new ErrorsFile(
    (given.own["errors"] as string | undefined) ?? `${file ?? "import"}.errors.csv`,
    columns.length > 0 ? columns : ["record"],
    state.errorBytes,
  );
  const rows = readRows(file, form, state.done, delimiter);
  return sendAll({ kith, given, file, reading, state, errors, rows });
}

function formOf({ own }: Given, file: string | undefined): Form {
  const form = own["form"] as Form | undefined;
  return form ?? (file?.toLowerCase().endsWith(".csv") ? "csv" : "lines");
}

async function readingOf(kith: Kith, { input, own }: Given, columns: string[]): Promise<Reading> {
  const name = String(input["type"]);
  const type = await findType(kith, name);
  const fields = columns.filter((column) => column.toLowerCase() !== "id" && !NOTES.includes(column));
  // The service says which name is wrong, and which are nearest to it, before anything is sent.
  if (!type || fields.length > 0) await kith.records.list({ type: name, fields, limit: 1, count: "none" });
  if (!type) throw new InputError(`There is no type ${name}.`);
  return { type, columns, isById: own["by-id"] === true, isReferredById: own["references"] === "id" };
}

interface Sending {
  kith: Kith;
  given: Given;
  file: string | undefined;
  reading: Reading;
  state: State;
  errors: ErrorsFile;
  rows: AsyncGenerator<Row, void, undefined>;
}

async function sendAll(sending: Sending): Promise<number> {
  const { given, file, state, errors, rows } = sending;
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    process.stderr.write("\nEnding after this batch. Interrupt again to end now.\n");
  };
  // The second one ends the process at once. That loses nothing either.
  process.once("SIGINT", interrupt);
  const progress = createProgress(() => `${state.created} created, ${state.updated} updated, ${state.refused} refused`);
  if (file && state.created + state.updated + state.refused > 0) progress.say(`Going on at line ${state.done.line} of ${file}.`);
  if (file) keepState(file, state);
  let batch: Row[] = [];
  const send = async () => {
    const [last] = batch.slice(-1);
    if (!last) return;
    errors.add(await saveBatch(sending.kith, given.input, sending.reading, state, batch));
    state.errorBytes = errors.bytes;
    state.done = { position: last.end, line: last.nextLine };
    if (file) keepState(file, state);
    batch = [];
    progress.show();
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === state.batch) await send();
    if (isInterrupted) break;
  }
  if (!isInterrupted) await send();
  process.off("SIGINT", interrupt);
  return conclude(sending, isInterrupted, progress);
}

function conclude({ file, state, errors }: Sending, isInterrupted: boolean, progress: ReturnType<typeof createProgress>): number {
  progress.end();
  if (state.refused > 0) progress.say(`The refused rows, with the reasons, are in ${errors.path}.`);
  if (isInterrupted) {
    progress.say(
      file
        ? `Interrupted before line ${state.done.line}. Run the same command again to go on from there.`
        : `Interrupted: go on with line ${state.done.line} of the input.`,
    );
    return EXIT.interrupted;
  }
  if (file) dropState(file);
  return state.refused > 0 ? EXIT.refused : EXIT.ok;
}
