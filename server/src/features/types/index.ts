export { createStartingTypes } from "./create-starting-types.ts";
export {
  findField,
  findOption,
  findType,
  firstStage,
  type CompanySchema,
  type FieldDefinition,
  type TypeDefinition,
} from "./definition.ts";
export { type FormatRow, rowOfFormats } from "./formats.ts";
export { filterSchema } from "./filter-schema.ts";
export { presentType } from "./present.ts";
export { changeSchema } from "./changing.ts";
export { holdsMoney } from "./count-holding.ts";
export { createSchemas, readSchema, type Schemas } from "./schema.ts";
export { listRates } from "./store.ts";
