import type { Member, System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { before, DAY_MS } from "../../kernel/clock.ts";
import { AppError, conflict, invalid, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { alphabetOf } from "../../platform/csv.ts";
import { actAs } from "../members/index.ts";
import { typeNamed } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { checkMapping } from "./check-mapping.ts";
import { importFinished, importStarted, importUndone } from "./events.ts";
import { workOnImport } from "./jobs.ts";
import * as operations from "./operations.ts";
import { presentImport, presentProblems, writeErrors } from "./present.ts";
import { previewRows } from "./preview-rows.ts";
import { readHead, refuseOtherFiles } from "./read-head.ts";
import { BATCH_ROWS, runBatch, skipRow } from "./run-batch.ts";
import * as store from "./store.ts";
import { suggestMapping } from "./suggest-mapping.ts";
import { skipEvent, undoBatch } from "./undo-batch.ts";

const { PART_BYTES } = operations;
const KEPT_MS = 7 * DAY_MS;
const MAX_COMPANY_BYTES = 1_073_741_824; // stored per company at a time
const ERRORS_A_PAGE = 1_000;
const PROBLEMS_SHOWN = 100;
const ROWS_SHOWN = 10;
const NOTHING = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
const WORKING = new Set<store.State>(["checking", "running", "undoing"]);

export function importHandlers({ schemas, cursors, quotas }: { schemas: Schemas; cursors: Cursors; quotas: Quotas }) {
  /** Starts the work on an import, as this call's operation. */
  async function begin(call: Call<Member>, file: store.ImportRow, change: Parameters<typeof store.update>[3]) {
    await store.update(call.tx, call.actor.companyId, file.id, { batch_rows: BATCH_ROWS, ...change });
    await call.enqueue(workOnImport, { company: call.actor.companyId, import: file.id, operation: call.operationId });
    return presentImport({ ...file, ...change });
  }

  return handle(operations, {
    async create(call, { type, name, size }) {
      const { actor, tx, clock } = call;
      const { id: typeId } = typeNamed(await schemas.of(call), type);
      // First: who announces files at the same time waits here, so that all of them are counted.
      await quotas.take(call, "imports");
      if ((await store.bytesSince(tx, actor.companyId, before(clock, KEPT_MS))) + size > MAX_COMPANY_BYTES) {
        throw conflict("too_many_files", "Your company has imported 1 GiB in the last 7 days. Wait a day, or send less.");
      }
      const id = newId();
      await store.insert(tx, actor.companyId, { id, typeId, userId: actor.userId, name, size, now: clock.now() });
      return { id, part_bytes: PART_BYTES, parts: partsIn(size) };
    },

    async addPart(call, { id, position, base64 }) {
      const { tx, clock, actor } = call;
      const file = await mine(call, id, store.lock);
      const bytes = Buffer.from(base64, "base64");
      const expected = Math.min(PART_BYTES, file.size - position * PART_BYTES);
      if (bytes.length !== expected)
        throw invalid([{ pointer: "/base64", message: `Part ${position} must have ${Math.max(expected, 0)} bytes, not ${bytes.length}.` }]);
      if (file.state !== "uploading") return { missing: 0 };
      if (position === 0) refuseOtherFiles(bytes);
      await store.insertPart(tx, actor.companyId, id, { position, bytes, alphabet: alphabetOf(bytes) }, clock.now());
      const missing = partsIn(file.size) - (await store.parts(tx, actor.companyId, id)).count;
      if (missing === 0) await store.update(tx, actor.companyId, id, { state: "ready" });
      return { missing };
    },

    async inspect(call, { id, ...shape }) {
      const file = await uploaded(call, id);
      const type = typeNamed(await schemas.of(call), file.type);
      const { encoding, delimiter, columns, rows } = await readHead(call.tx, call.actor.companyId, file, shape);
      const suggested = suggestMapping(type, columns, rows);
      return {
        encoding,
        delimiter,
        columns: columns.map((name, column) => ({
          column,
          name,
          samples: [...new Set(rows.map((cells) => (cells[column] ?? "").slice(0, 200)).filter(Boolean))].slice(0, 3),
          ...(suggested[column] ?? { field: null, certainty: null }),
        })),
        rows: rows.slice(0, ROWS_SHOWN),
      };
    },

    async preview(call, { id, ...plan }) {
      const file = await uploaded(call, id);
      const schema = await schemas.of(call);
      return { rows: await previewRows(call, schema, typeNamed(schema, file.type), file, plan) };
    },

    async check(call, { id, ...plan }) {
      const file = await mine(call, id, store.lock);
      const isFresh = ["ready", "checking", "checked", "failed"].includes(file.state) && !file.started_at;
      if (!isFresh)
        throw conflict(
          "not_ready",
          file.state === "uploading" ? "Parts of the file are still missing." : "This file has been imported already. Upload it again.",
        );
      const type = typeNamed(await schemas.of(call), file.type);
      const { encoding, delimiter, columns, firstByte } = await readHead(call.tx, call.actor.companyId, file, plan);
      const { mapping, match } = checkMapping(type, columns, plan);
      await store.forgetErrors(call.tx, call.actor.companyId, id);
      await store.forgetKeys(call.tx, call.actor.companyId, id); // of an earlier check that this one replaces
      const place = { next_byte: firstByte, next_row: 2, ...NOTHING };
      return begin(call, file, {
        state: "checking",
        encoding,
        delimiter,
        columns,
        mode: plan.mode,
        match,
        mapping,
        ...place,
        total_rows: null,
        failure: null,
        operation_id: call.operationId,
      });
    },

    async start(call, { id }) {
      const file = await mine(call, id, store.lock);
      if (file.state !== "checked") throw conflict("not_checked", "Check the file first; then import it.");
      const shape = { encoding: file.encoding ?? undefined, delimiter: file.delimiter ?? undefined };
      const { firstByte } = await readHead(call.tx, call.actor.companyId, file, shape);
      await store.forgetErrors(call.tx, call.actor.companyId, id);
      await call.emit(importStarted, { subjectId: id, data: { name: file.name, type: file.type } });
      const place = { next_byte: firstByte, next_row: 2, ...NOTHING };
      return begin(call, file, { state: "running", ...place, operation_id: call.operationId, started_at: call.clock.now() });
    },

    async get(call, { id }) {
      const file = await mine(call, id, store.find);
      const rows = await store.listErrors(call.tx, call.actor.companyId, id, 0, PROBLEMS_SHOWN);
      return { ...presentImport(file), problems: presentProblems(rows).slice(0, PROBLEMS_SHOWN), kept_records: file.kept_records };
    },

    async list({ actor, tx }, wanted) {
      const ownedBy = actor.role === "admin" ? undefined : actor.userId;
      const read = (before: string | undefined, rows: number) => store.list(tx, actor.companyId, ownedBy, before, rows);
      const page = await readPage(cursors, actor.companyId, "imports", wanted, read, (row) => row.id);
      return { ...page, items: page.items.map(presentImport) };
    },

    async errors(call, { id, cursor }) {
      const { companyId } = call.actor;
      const file = await mine(call, id, store.find);
      const read = (after: string | undefined, rows: number) => store.listErrors(call.tx, companyId, id, Number(after ?? 0), rows);
      const wanted = { limit: ERRORS_A_PAGE, cursor };
      const page = await readPage(cursors, companyId, `import errors\n${id}`, wanted, read, ({ row }) => String(row));
      return { csv: writeErrors(file.columns ?? [], page.items, cursor === undefined), next_cursor: page.next_cursor };
    },

    async undo(call, { id }) {
      const file = await mine(call, id, store.lock);
      if (!file.started_at || !["done", "failed"].includes(file.state))
        throw conflict("cannot_undo", "Only an import that has run can be undone, and only once.");
      return begin(call, file, { state: "undoing", undo_operation_id: call.operationId, undo_user_id: call.actor.userId });
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

    async stumble(call, { id, is_slow: isSlow }) {
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

const partsIn = (size: number) => Math.ceil(size / PART_BYTES);

/** Your own import, or as an Admin any import of the company. */
async function mine({ actor, tx }: Call<Member>, id: string, read: typeof store.find): Promise<store.ImportRow> {
  const file = await read(tx, actor.companyId, id);
  if (!file || (file.created_by.id !== actor.userId && actor.role !== "admin")) throw notFound("Import");
  return file;
}

async function uploaded(call: Call<Member>, id: string): Promise<store.ImportRow> {
  const file = await mine(call, id, store.find);
  if (file.state === "uploading") throw conflict("not_uploaded", "Parts of the file are still missing.");
  return file;
}

/** The import, locked, if this is its current operation. A job of an operation that a new check has replaced does nothing. */
async function working(call: Call<System>, id: string): Promise<store.ImportRow | undefined> {
  const file = await store.lock(call.tx, call.actor.companyId, id);
  if (!file || !WORKING.has(file.state)) return undefined;
  const current = file.state === "undoing" ? file.undo_operation_id : file.operation_id;
  return current === call.operationId ? file : undefined;
}

async function finish(call: Call<System>, id: string, failure: string | null = null): Promise<void> {
  const { companyId } = call.actor;
  const file = await store.find(call.tx, companyId, id);
  if (!file) throw new AppError(404, "not_found", "Import not found.");
  const data = { name: file.name, type: file.type };
  const now = call.clock.now();
  if (file.state === "checking") {
    await store.forgetKeys(call.tx, companyId, id);
    await store.update(call.tx, companyId, id, failure ? { state: "failed", failure } : { state: "checked", total_rows: file.rows });
  } else if (file.state === "running") {
    const state = failure ? "failed" : "done";
    await store.update(call.tx, companyId, id, { state, failure, finished_at: now, ...(failure ? {} : { total_rows: file.rows }) });
    const { rows, created, updated, skipped, failed } = file;
    await call.emit(importFinished, { subjectId: id, data: { ...data, state, rows, created, updated, skipped, failed } });
  } else {
    await store.update(call.tx, companyId, id, failure ? { state: "failed", failure } : { state: "undone", finished_at: now });
    await call.emit(importUndone, { subjectId: id, data: { ...data, restored: file.restored, kept: file.kept } });
  }
}
