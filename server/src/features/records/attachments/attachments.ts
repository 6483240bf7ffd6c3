import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Tx } from "../../../kernel/database.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { readBytes } from "../../../platform/files/chunks.ts";
import { cleanName } from "../../../platform/files/clean-name.ts";
import { shownType } from "../../../platform/files/endings.ts";
import { HEAD_BYTES, typeOfBytes } from "../../../platform/files/media-type.ts";
import { pictureSize } from "../../../platform/files/picture-size.ts";
import { useFile } from "../../../platform/files/uses.ts";
import { newId } from "../../../platform/random.ts";
import { findFile, type FileRules } from "../../files/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { fileAttached, fileRemoved, fileRenamed } from "../events.ts";
import type { RecordRow } from "../row.ts";
import { find } from "../store.ts";
import { partsOf } from "./list.ts";
import { attachmentId } from "../attachment-operations.ts";
import * as store from "./store.ts";

/** Attaches a file that the caller may read to a record that is locked. What is attached already under this name stays, so that a repeated call changes nothing. */
export async function attachFile(
  call: Call<Member>,
  rules: FileRules,
  schema: CompanySchema,
  record: RecordRow,
  given: { file: string; name?: string | undefined },
): Promise<string> {
  const { actor, tx, clock } = call;
  const file = await findFile(tx, actor, rules, given.file);
  const name = cleanName(given.name ?? file.name);
  const same = await store.findSame(tx, actor.companyId, record.id, file.fileId, name);
  if (same) return same.id;
  const head = await readBytes(tx, actor.companyId, file.fileId, 0, Math.min(file.size, HEAD_BYTES));
  const type = typeOfBytes(head);
  const { width = null, height = null } = pictureSize(type, head) ?? {};
  const row: store.AttachmentRow = {
    id: newId(),
    record_id: record.id,
    file_id: file.fileId,
    name,
    type,
    size: file.size,
    width,
    height,
    author_id: actor.userId,
    created_at: clock.now(),
  };
  // First: it finds out whether the file is being removed at this moment, and keeps it.
  await show(tx, actor.companyId, row);
  await store.insert(tx, actor.companyId, row);
  await call.emit(fileAttached, { subjectId: record.id, data: about(schema, record, row) });
  return row.id;
}

/** Gives a file of the record, which is locked, another name. */
export async function renameFile(call: Call<Member>, schema: CompanySchema, record: RecordRow, id: string, given: string): Promise<void> {
  const { row, owner } = await attachmentOf(call, record, id);
  const name = cleanName(given);
  if (name === row.name) return;
  if (await store.isTaken(call.tx, call.actor.companyId, id, name)) throw nameTaken();
  await changeName(call, row, name);
  await call.emit(fileRenamed, {
    subjectId: owner.id,
    data: about(schema, owner, { ...row, name }),
    changes: { name: [row.name, name] },
  });
}

export async function changeName({ tx, actor }: Call<Member>, row: store.AttachmentRow, name: string): Promise<void> {
  await store.rename(tx, actor.companyId, row.id, name);
  await show(tx, actor.companyId, { ...row, name });
}

/** Removes a file from the record. Undo brings it back; after 30 days it is gone. */
export async function removeFile(call: Call<Member>, schema: CompanySchema, record: RecordRow, id: string): Promise<void> {
  const { row, owner } = await attachmentOf(call, record, id);
  await store.mark(call.tx, call.actor.companyId, id, call.clock.now());
  await call.emit(fileRemoved, { subjectId: owner.id, data: about(schema, owner, row) });
}

/** An attachment of the record, or of one that was merged into it. */
async function attachmentOf({ tx, actor }: Call<Member>, record: RecordRow, id: string) {
  const row = await store.lock(tx, actor.companyId, id);
  const isTheirs = row && (row.record_id === record.id || (await partsOf(tx, actor.companyId, record.id)).includes(row.record_id));
  const [owner] = !isTheirs || row.record_id === record.id ? [record] : await find(tx, actor.companyId, [row.record_id]);
  if (!row || !isTheirs || !owner) throw notFound("File");
  return { row, owner };
}

const show = (tx: Tx, companyId: string, { id, file_id: fileId, name, type }: store.AttachmentRow) =>
  useFile(tx, companyId, { fileId, usedBy: attachmentId.encode(id), position: 0, name, type: shownType(name, type), contentId: null });

const about = (schema: CompanySchema, record: RecordRow, { id, name }: Pick<store.AttachmentRow, "id" | "name">) => ({
  name: record.title,
  type: schema.byId.get(record.type_id)?.key ?? "",
  attachment: id,
  file_name: name,
});

const nameTaken = () => conflict("name_taken", "This record has the same file under that name already.");

/** Files of records are read by whoever sees the record: every member of the company. One that was removed is read by nobody. */
export const filesSeen: FileRules[string] = async (tx, { companyId }, usedBy) =>
  new Set(
    (
      await store.shownAmong(
        tx,
        companyId,
        usedBy.map((one) => attachmentId.decode(one)),
      )
    ).map((id) => attachmentId.encode(id)),
  );
