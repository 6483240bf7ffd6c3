import { createHash, randomUUID } from "node:crypto";
import { closeSync, createReadStream, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { InputError } from "../errors.ts";
import type { Place } from "./read-rows.ts";

/** How far an import has come. It is kept beside the file, and removed at the end. */
export interface State {
  /** Names the run. Each batch is sent with a key made of it and its line, so that a batch whose answer was lost is saved once. */
  run: string;
  /** Of the file and of what was asked: another file or another import cannot go on from here. */
  hash: string;
  batch: number;
  done: Place;
  created: number;
  updated: number;
  refused: number;
  /** How long the file of refused rows was: what is after it belongs to a batch that was not finished. */
  errorBytes: number;
}

const stateFileOf = (file: string) => `${file}.kith-import`;

export const newState = (hash: string, batch: number, done: Place): State => ({
  run: randomUUID(),
  hash,
  batch,
  done,
  created: 0,
  updated: 0,
  refused: 0,
  errorBytes: 0,
});

/** The state of an import that did not end, if there is one. */
export function findState(file: string, hash: string): State | undefined {
  const kept = stateFileOf(file);
  if (!existsSync(kept)) return undefined;
  const state = JSON.parse(readFileSync(kept, "utf8")) as State;
  if (state.hash !== hash)
    throw new InputError(
      `An import of ${file} stopped at line ${state.done.line}, and since then the file or the options were changed. Give them as they were, or delete ${kept} to begin anew.`,
    );
  return state;
}

/** Whole or not at all: it is written beside, and then takes the place of the one before. */
export function keepState(file: string, state: State): void {
  const next = `${stateFileOf(file)}.next`;
  const handle = openSync(next, "w", 0o600);
  writeSync(handle, JSON.stringify(state));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(next, stateFileOf(file));
}

export const dropState = (file: string) => rmSync(stateFileOf(file), { force: true });

export async function hashOf(file: string, asked: unknown): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(asked));
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest("hex");
}
