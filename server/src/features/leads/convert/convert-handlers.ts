import { handle } from "../../../kernel/handle.ts";
import type { Schemas } from "../../types/index.ts";
import * as operations from "../convert-operations.ts";
import { convertLead } from "./convert-lead.ts";
import { previewConversion } from "./preview-conversion.ts";

export function convertHandlers({ schemas }: { schemas: Schemas }) {
  return handle(operations, {
    previewConversion: async (call, { id }) => previewConversion(call, await schemas.of(call), id),
    convert: async (call, wanted) => convertLead(call, await schemas.of(call), wanted),
  });
}
