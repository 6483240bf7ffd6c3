export { startingTypes } from "./create-starting-types.ts";
export { findField, findOption, findType, type CompanySchema, type FieldDefinition, type TypeDefinition } from "./definition.ts";
export { filterSchema } from "./filter-schema.ts";
export { presentType } from "./present.ts";
export { createSchemas, type Schemas } from "./schema.ts";
