import { handle } from "../../kernel/handle.ts";
import type { Cursors } from "../../platform/cursors.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { typeNamed } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { checkFile, startImport, undoImport } from "./begin-work.ts";
import { findUploaded } from "./find-import.ts";
import { inspectFile } from "./inspect-file.ts";
import * as operations from "./operations.ts";
import { previewRows } from "./preview-rows.ts";
import { chooseSheet } from "./read-later.ts";
import { listErrors, listImports, showImport } from "./show-import.ts";
import { find } from "./store.ts";
import { announceFile, takePart } from "./upload.ts";

export interface ImportNeeds {
  schemas: Schemas;
  cursors: Cursors;
  quotas: Quotas;
}

export function importHandlers({ schemas, cursors, quotas }: ImportNeeds) {
  return handle(operations, {
    create: (call, file) => announceFile({ schemas, quotas }, call, file),
    addPart: takePart,
    chooseSheet,
    inspect: (call, wanted) => inspectFile(schemas, call, wanted),
    async preview(call, { id, ...plan }) {
      const file = await findUploaded(call, id, find);
      const schema = await schemas.of(call);
      return { rows: await previewRows(call, schema, typeNamed(schema, file.type), file, plan) };
    },
    check: (call, plan) => checkFile(schemas, call, plan),
    start: startImport,
    get: (call, wanted) => showImport(schemas, call, wanted),
    list: (call, wanted) => listImports(cursors, call, wanted),
    errors: (call, wanted) => listErrors(cursors, call, wanted),
    undo: undoImport,
  });
}
