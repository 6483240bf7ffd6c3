/**
 * Types and their fields: what a company's records are made of. They are data, and the company's own; changing a field never
 * loses a value silently, because options and fields are retired, not removed.
 */
export { createStartingTypes } from "./create-starting-types.ts";
export { findField, findType, type CompanySchema, type FieldDefinition, type TypeDefinition } from "./definition.ts";
export { filterSchema } from "./filter-schema.ts";
export { typeHandlers } from "./handlers.ts";
export { presentType } from "./present.ts";
export { typeJobs } from "./jobs.ts";
export { createSchemas, type Schemas } from "./schema.ts";
