import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, invalid, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { alphabetOf } from "../../platform/csv.ts";
import { typeNamed } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { checkMapping } from "./check-mapping.ts";
import { importStarted } from "./events.ts";
import { readImport, workOnImport } from "./jobs.ts";
import * as operations from "./operations.ts";
import { columnsLeftOut, presentColumns, presentImport, presentProblems, writeErrors } from "./present.ts";
import { previewRows } from "./preview-rows.ts";
import { spellingsOf } from "./read-file.ts";
import { isWorkbook, readHead, refuseOtherFiles } from "./read-head.ts";
import { refuseFull } from "./refuse-full.ts";
import { BATCH_ROWS, readerFor } from "./run-batch.ts";
import { sharedEmail } from "./save-new-rows.ts";
import * as store from "./store.ts";
import { suggestMapping, suggestMode } from "./suggest-mapping.ts";
import { importsQuota } from "./quotas.ts";

const { PART_BYTES } = operations;
const ERRORS_A_PAGE = 1_000;
const PROBLEMS_SHOWN = 100;
const ROWS_SHOWN = 10;
const NOTHING = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0, warned: 0, by_field: {}, repeats: { rows: 0, groups: [] } };
const AT_ONCE_BYTES = 262_144; // a file that is read while it is uploaded, without a job

export interface ImportNeeds {
  schemas: Schemas;
  cursors: Cursors;
  quotas: Quotas;
}

export function importHandlers({ schemas, cursors, quotas }: ImportNeeds) {
  /** Starts the work on an import, as this call's operation. */
  async function begin(call: Call<Member>, file: store.ImportRow, change: Parameters<typeof store.update>[3]) {
    await store.update(call.tx, call.actor.companyId, file.id, { batch_rows: BATCH_ROWS, ...change });
    await call.enqueue(workOnImport, { company: call.actor.companyId, import: file.id, operation: call.operationId });
    return presentImport({ ...file, ...change });
  }

  /** What rows share that are about one record. Of a type that was retired since, only the id is known. */
  async function sharedField(call: Call<Member>, { repeats, match, mapping, type: key }: store.ImportRow): Promise<string | null> {
    const type = repeats.rows > 0 ? (await schemas.of(call)).byKey.get(key) : undefined;
    return match ?? (type ? (sharedEmail(type, mapping ?? [])?.key ?? null) : null);
  }

  /** Reads the file in the background. */
  async function read(call: Call<Member>, file: store.ImportRow) {
    const { sheet, failure, mapping, columns } = file;
    const change = { state: "reading", sheet, failure, mapping, columns, operation_id: call.operationId } as const;
    await store.update(call.tx, call.actor.companyId, file.id, change);
    await call.enqueue(readImport, { company: call.actor.companyId, import: file.id, operation: call.operationId });
    return presentImport({ ...file, ...change });
  }

  /** All parts are here. A small file of text is read at once. */
  async function arrived(call: Call<Member>, file: store.ImportRow): Promise<void> {
    const { companyId } = call.actor;
    const bytes = await store.readUploaded(call.tx, companyId, file.id, 0, AT_ONCE_BYTES);
    if (isWorkbook(bytes) || file.size > AT_ONCE_BYTES) return void (await read(call, file));
    const head = await readHead(call.tx, companyId, file).catch(() => undefined); // the step that shows the columns says what is wrong
    const spellings = head ? await spellingsOf(bytes, { ...head, first_byte: head.firstByte }) : [];
    await store.update(call.tx, companyId, file.id, { state: "ready", spellings });
  }

  return handle(operations, {
    async create(call, { type, name, size }) {
      const { actor, tx, clock } = call;
      const { id: typeId } = typeNamed(await schemas.of(call), type);
      // First: who announces files at the same time waits here, so that all of them are counted.
      await quotas.take(call, importsQuota);
      await refuseFull(call, actor.companyId, size);
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
      if (missing === 0) await arrived(call, file);
      return { missing };
    },

    async chooseSheet(call, { id, sheet }) {
      const file = await mine(call, id, store.lock);
      const isFresh = ["ready", "checked", "failed"].includes(file.state) && !file.started_at;
      if (!isFresh || !file.sheets?.[sheet]) throw conflict("no_such_sheet", "That sheet cannot be chosen now.");
      return read(call, { ...file, sheet, failure: null, mapping: null, columns: null }); // its columns are others
    },

    async inspect(call, { id, ...shape }) {
      const file = await uploaded(call, id);
      const schema = await schemas.of(call);
      const type = typeNamed(schema, file.type);
      const { encoding, delimiter, columns, rows } = await readHead(call.tx, call.actor.companyId, file, shape);
      const suggested = suggestMapping(schema, type, {
        columns,
        rows,
        delimiter,
        // Cells were noted with the delimiter and the encoding that the service found out.
        spellings: shape.delimiter || shape.encoding ? null : file.spellings,
        formats: readerFor(call, schema).formats,
      });
      return {
        encoding,
        delimiter,
        columns: columns.map((name, column) => ({
          column,
          name,
          samples: [...new Set(rows.map((cells) => (cells[column] ?? "").slice(0, 200)).filter(Boolean))].slice(0, 3),
          ...(suggested[column] ?? { field: null, certainty: null, is_format_guessed: false }),
        })),
        ...suggestMode(type, suggested),
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
      const schema = await schemas.of(call);
      const type = typeNamed(schema, file.type);
      const { encoding, delimiter, columns, firstByte, firstRow } = await readHead(call.tx, call.actor.companyId, file, plan);
      const { mapping, match } = checkMapping(schema, type, columns, plan);
      await store.forgetErrors(call.tx, call.actor.companyId, id);
      await store.forgetKeys(call.tx, call.actor.companyId, id); // of an earlier check that this one replaces
      const place = { next_byte: firstByte, next_row: firstRow, ...NOTHING };
      return begin(call, file, {
        state: "checking",
        bad_cells: plan.bad_cells,
        repeated_rows: plan.repeated_rows,
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
      const { firstByte, firstRow } = await readHead(call.tx, call.actor.companyId, file, shape);
      await store.forgetErrors(call.tx, call.actor.companyId, id);
      await call.emit(importStarted, { subjectId: id, data: { name: file.name, type: file.type } });
      const place = { next_byte: firstByte, next_row: firstRow, ...NOTHING };
      return begin(call, file, { state: "running", ...place, operation_id: call.operationId, started_at: call.clock.now() });
    },

    async get(call, { id }) {
      const file = await mine(call, id, store.find);
      const first = (isRefused: boolean) => store.listErrors(call.tx, call.actor.companyId, id, isRefused, 0, PROBLEMS_SHOWN);
      return {
        ...presentImport(file),
        problems: presentProblems(await first(true), PROBLEMS_SHOWN),
        warnings: presentProblems(await first(false), PROBLEMS_SHOWN),
        by_column: presentColumns(file),
        columns_not_imported: columnsLeftOut(file),
        repeats: { ...file.repeats, field: await sharedField(call, file) },
        kept_records: file.kept_records,
      };
    },

    async list({ actor, tx }, wanted) {
      const ownedBy = actor.role === "admin" ? undefined : actor.userId;
      const read = (before: string | undefined, rows: number) => store.list(tx, actor.companyId, ownedBy, before, rows);
      const page = await readPage(cursors, actor.companyId, "imports", wanted, read, (row) => row.id);
      return { ...page, items: page.items.map(presentImport) };
    },

    async errors(call, { id, which, cursor }) {
      const { companyId } = call.actor;
      const file = await mine(call, id, store.find);
      const read = (after: string | undefined, rows: number) =>
        store.listErrors(call.tx, companyId, id, which === "refused", Number(after ?? 0), rows);
      const wanted = { limit: ERRORS_A_PAGE, cursor };
      const page = await readPage(cursors, companyId, `import ${which}\n${id}`, wanted, read, ({ row }) => String(row));
      return { csv: writeErrors(file.columns ?? [], page.items, cursor === undefined), next_cursor: page.next_cursor };
    },

    async undo(call, { id }) {
      const file = await mine(call, id, store.lock);
      if (!file.started_at || !["done", "failed"].includes(file.state))
        throw conflict("cannot_undo", "Only an import that has run can be undone, and only once.");
      return begin(call, file, { state: "undoing", undo_operation_id: call.operationId, undo_user_id: call.actor.userId });
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
  if (file.state === "reading") throw conflict("not_read", "The file is still being read.");
  return file;
}
