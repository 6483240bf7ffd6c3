/**
 * The filter language: one way to say which records are meant. Text and JSON become the same tree (`parse`, `fromJson`), the
 * tree is checked against the type's fields (`check`), and the result runs on one record in memory (`evaluate`,
 * `createMatcher`) or is compiled to SQL by the server. The language is described in SYNTAX.md.
 */
export { BOUNDS, boundError } from "./bounds.ts";
export { check, type CheckOptions, type Checked } from "./check/check.ts";
export type { RecordName } from "./check/checking.ts";
export { mentionsDeleted, type CheckedNode, type Comparison, type Test, type UserReference } from "./checked.ts";
export { addPeriods, dayOf, parseDay, printDay, startOf } from "./dates/calendar.ts";
export { DATE_NAMES, parseDate, printDate, type DateExpression, type DateUnit } from "./dates/date-text.ts";
export type { Period, Weekday } from "./dates/calendar.ts";
export { dayRanges, instantRanges, type DayRange, type InstantRange, type Moment } from "./dates/dates.ts";
export { MAX_ERRORS, shown, type FilterError, type Place } from "./error.ts";
export { createMatcher, evaluate, type Matcher, type MemoryRecord, type Surroundings } from "./memory/evaluate.ts";
export { compareText, fold } from "./fold.ts";
export { fromJson } from "./json/from-json.ts";
export { toJson, type FieldJson, type FilterJson, type RangeJson, type ScalarJson } from "./json/to-json.ts";
export { nearest, nearestBudget, type NearestBudget } from "./nearest.ts";
export { SYMBOLS } from "./operators.ts";
export { parse } from "./text/parse.ts";
export { Places, type Parsed } from "./places.ts";
export { print } from "./text/print.ts";
export { beginsLikeJson } from "./text/spelling.ts";
export { readFilter } from "./read.ts";
export { typesReached } from "./types-reached.ts";
export type { FieldSchema, FlagName, Lookup, OptionSchema, Person, TypeSchema } from "./schema.ts";
export { EVERYTHING, all, any, type CountOp, type FilterNode, type Op, type Path, type Quantifier, type Value } from "./tree.ts";
export { createZone, zoneNamed, type Zone } from "./dates/zone.ts";
