import type { System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { actAs } from "../members/index.ts";
import { typeNamed } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { finish } from "./finish.ts";
import { workOnImport } from "./jobs.ts";
import { PART_BYTES } from "./operations.ts";
import { isWorkbook, readHead } from "./read-head.ts";
import { refuseFull } from "./refuse-full.ts";
import { runBatch, skipRow } from "./run-batch.ts";
import * as store from "./store.ts";
import { skipEvent, undoBatch } from "./undo-batch.ts";
import * as operations from "./worker-operations.ts";

const WORKING = new Set<store.State>(["reading", "checking", "running", "undoing"]);

/** What a worker does with an import, step by step, each in a transaction of its own. */
export function importWorkerHandlers({ schemas }: { schemas: Schemas }) {
  return handle(operations, {
    async openFile(call, { id }) {
      const file = await working(call, id);
      if (file?.state !== "reading") return { file: null };
      const { companyId } = call.actor;
      await store.forgetText(call.tx, companyId, id); // of another sheet, or of a worker that died
      const bytes = await store.readUploaded(call.tx, companyId, id, 0, 4);
      if (isWorkbook(bytes)) return { file: { size: file.size, sheet: file.sheet, csv: null } };
      const { encoding, delimiter, firstByte } = await readHead(call.tx, companyId, file);
      return { file: { size: file.size, sheet: null, csv: { encoding, delimiter, first_byte: firstByte } } };
    },

    async readSlice({ actor, tx }, { id, from, length }) {
      const bytes = await store.readUploaded(tx, actor.companyId, id, from, length);
      // Kept for 7 days, and this job may have waited.
      if (bytes.length === 0 && length > 0)
        throw new AppError(409, "file_gone", "The file is kept for 7 days and is gone. Upload it again.");
      return { base64: bytes.toString("base64") };
    },

    async keepText(call, { id, position, base64 }) {
      if (!(await working(call, id))) throw conflict("not_reading", "The file is being read again.");
      const { companyId } = call.actor;
      const part = { position, bytes: Buffer.from(base64, "base64"), alphabet: "utf-8", isText: true } as const;
      await store.insertPart(call.tx, companyId, id, part, call.clock.now());
      await store.countText(call.tx, companyId, id, position * PART_BYTES + part.bytes.length);
      // A small workbook can hold much text.
      await refuseFull(call, companyId);
      return {};
    },

    async settleFile(call, { id, ...read }) {
      if (await working(call, id)) await store.update(call.tx, call.actor.companyId, id, { state: "ready", ...read });
      return {};
    },

    async step(call, { id }) {
      const file = await working(call, id);
      if (!file) return {};
      const member = await actAs(call, file.state === "undoing" ? (file.undo_user_id ?? "") : file.created_by.id);
      const schema = await schemas.of(member);
      const isOver =
        file.state === "undoing"
          ? await undoBatch(member, schema, file)
          : await runBatch(member, schema, typeNamed(schema, file.type), file);
      if (isOver) await finish(call, id);
      else await call.enqueue(workOnImport, { company: call.actor.companyId, import: id, operation: call.operationId });
      return {};
    },

    async shrinkBatches(call, { id, is_slow: isSlow }) {
      const file = await working(call, id);
      if (!file) return { can_go_on: true };
      const { companyId } = call.actor;
      if (isSlow && file.batch_rows === 1) return { can_go_on: false };
      if (file.batch_rows > 1) await store.update(call.tx, companyId, id, { batch_rows: Math.ceil(file.batch_rows / 10) });
      else await (file.state === "undoing" ? skipEvent : skipRow)(call, companyId, file);
      await call.enqueue(workOnImport, { company: companyId, import: id, operation: call.operationId });
      return { can_go_on: true };
    },

    async fail(call, { id, reason }) {
      const file = await working(call, id);
      if (!file) return {};
      call.enter(call.actor.companyId, file.created_by.id);
      await finish(call, id, reason);
      return {};
    },
  });
}

/** The import, locked, if this is its current operation. A job of an operation that a new check has replaced does nothing. */
async function working(call: Call<System>, id: string): Promise<store.ImportRow | undefined> {
  const file = await store.lock(call.tx, call.actor.companyId, id);
  if (!file || !WORKING.has(file.state)) return undefined;
  const current = file.state === "undoing" ? file.undo_operation_id : file.operation_id;
  return current === call.operationId ? file : undefined;
}
