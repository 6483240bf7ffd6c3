import type { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid } from "../../kernel/errors.ts";
import { alphabetOf } from "../../platform/csv.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { typeNamed } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { findOwn } from "./find-import.ts";
import { PART_BYTES, type addPart, type create } from "./operations.ts";
import { importsQuota } from "./quotas.ts";
import { spellingsOf } from "./read-file.ts";
import { isWorkbook, readHead, refuseOtherFiles } from "./read-head.ts";
import { readLater } from "./read-later.ts";
import { refuseFull } from "./refuse-full.ts";
import * as store from "./store.ts";

const AT_ONCE_BYTES = 262_144; // a file that is read while it is uploaded, without a job

interface UploadNeeds {
  schemas: Schemas;
  quotas: Quotas;
}

const partsIn = (size: number) => Math.ceil(size / PART_BYTES);

/** Announces a file. Its parts come one by one. */
export async function announceFile(
  { schemas, quotas }: UploadNeeds,
  call: Call<Member>,
  { type, name, size }: z.output<(typeof create)["input"]>,
) {
  const { actor, tx, clock } = call;
  const { id: typeId } = typeNamed(await schemas.of(call), type);
  // First: who announces files at the same time waits here, so that all of them are counted.
  await quotas.take(call, importsQuota);
  await refuseFull(call, actor.companyId, size);
  const id = newId();
  await store.insert(tx, actor.companyId, { id, typeId, userId: actor.userId, name, size, now: clock.now() });
  return { id, part_bytes: PART_BYTES, parts: partsIn(size) };
}

/** Answers how many parts are still missing. With the last one the file is read. */
export async function takePart(call: Call<Member>, { id, position, base64 }: z.output<(typeof addPart)["input"]>) {
  const { tx, clock, actor } = call;
  const file = await findOwn(call, id, store.lock);
  const bytes = Buffer.from(base64, "base64");
  const expected = Math.min(PART_BYTES, file.size - position * PART_BYTES);
  if (bytes.length !== expected)
    throw invalid([{ pointer: "/base64", message: `Part ${position} must have ${Math.max(expected, 0)} bytes, not ${bytes.length}.` }]);
  if (file.state !== "uploading") return { missing: 0 };
  if (position === 0) refuseOtherFiles(bytes);
  await store.insertPart(tx, actor.companyId, id, { position, bytes, alphabet: alphabetOf(bytes) }, clock.now());
  const missing = partsIn(file.size) - (await store.parts(tx, actor.companyId, id)).count;
  if (missing === 0) await readWhole(call, file);
  return { missing };
}

/** A small file of text is read at once, any other by a job. */
async function readWhole(call: Call<Member>, file: store.ImportRow): Promise<void> {
  const { companyId } = call.actor;
  const bytes = await store.readUploaded(call.tx, companyId, file.id, 0, AT_ONCE_BYTES);
  if (isWorkbook(bytes) || file.size > AT_ONCE_BYTES) return void (await readLater(call, file));
  const head = await readHead(call.tx, companyId, file).catch(() => undefined); // the step that shows the columns says what is wrong
  const spellings = head ? await spellingsOf(bytes, { ...head, first_byte: head.firstByte }) : [];
  await store.update(call.tx, companyId, file.id, { state: "ready", spellings });
}
