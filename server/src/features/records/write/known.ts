import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError, conflict, invalid, type FieldError } from "../../../kernel/errors.ts";
import type { Changes } from "../../../kernel/event.ts";
import type { FieldDefinition, TypeDefinition } from "../../types/index.ts";
import { recordId } from "../operations.ts";
import type { RecordRow, Values } from "../row.ts";
import * as store from "../store.ts";
import { identifiersIn, MAX_KEY, nameOf, type Identifier } from "./identifiers.ts";

/** A record about to be written. */
interface Planned {
  row: RecordRow;
  isNew: boolean;
  values: Values;
  changes: Changes;
  fieldErrors: FieldError[];
}

interface Claim {
  planned: Planned;
  field: FieldDefinition;
  pointer: string;
  identifier: Identifier;
}

/** The same link on two records is no sign that they are the same: only what belongs to one person or firm is. */
const IDENTIFYING = new Set<Identifier["kind"]>(["email", "phone", "domain"]);

/**
 * Adds an error to each change that would give a record the unique value of another, and to each new record whose email, phone or
 * domain another one has, where the caller wants to know. Writers of the same values wait for each other here.
 */
export async function refuseKnown(
  call: Call<Author>,
  type: TypeDefinition,
  all: { planned: Planned; pointer: string; isOnce: boolean }[],
): Promise<void> {
  const claims = all.filter(({ planned }) => planned.fieldErrors.length === 0).flatMap((one) => claimsOf(type, one));
  if (claims.length === 0) return;
  const { companyId } = call.actor;
  const wanted = claims.map((claim) => claim.identifier);
  await store.lockIdentifiers(call.tx, companyId, type.id, wanted);
  const holders = Map.groupBy(await store.byIdentifier(call.tx, companyId, type.id, unique(wanted)), nameOf);
  const earlier = new Map<string, string>();
  for (const { planned, field, pointer, identifier } of claims) {
    const name = nameOf(identifier);
    const holder = holders.get(name)?.find((one) => one.id !== planned.row.id);
    const isTwice = (earlier.get(name) ?? planned.row.id) !== planned.row.id;
    if (!isTwice) earlier.set(name, planned.row.id);
    if (holder || isTwice) planned.fieldErrors.push(explain(type, field, pointer, identifier, holder));
  }
}

/** Refuses unique values that have become another record's while these were in the trash. Otherwise they are theirs again. */
export async function holdUniqueAgain(call: Call<Author>, ids: string[]): Promise<void> {
  const { companyId } = call.actor;
  const rows = ids.length > 0 ? await store.trashedUnique(call.tx, companyId, ids) : [];
  for (const [typeId, own] of Map.groupBy(rows, (row) => row.type_id)) {
    await store.lockIdentifiers(call.tx, companyId, typeId, own);
    const [holder] = await store.byIdentifier(call.tx, companyId, typeId, own);
    if (!holder) continue;
    const field = holder.value.slice(0, holder.value.indexOf(":"));
    const message = `Another record has its value in ${field}, which is unique. Change that one first.`;
    throw conflict("not_unique", message, [{ pointer: "/id", message, record: { id: recordId.encode(holder.id), title: holder.title } }]);
  }
  if (rows.length > 0) await store.holdUnique(call.tx, companyId, ids);
}

/** What a caller of one record is told: 409 where another record stands in the way, 422 for anything else. */
export function refusalOf(fieldErrors: FieldError[]): AppError {
  const [first] = fieldErrors;
  if (!first?.code || fieldErrors.some((one) => !one.code)) return invalid(fieldErrors);
  const code = fieldErrors.find((one) => one.code === "not_unique")?.code ?? first.code;
  return conflict(code, `${first.message} ${first.hint ?? ""}`.trim(), fieldErrors);
}

function claimsOf(type: TypeDefinition, { planned, pointer, isOnce }: { planned: Planned; pointer: string; isOnce: boolean }): Claim[] {
  return type.fields.flatMap((field) => {
    if (!planned.changes[field.key]) return [];
    const own = identifiersIn(field, planned.values[field.key] ?? null);
    const place = `${pointer}/${field.key}`;
    if (own.some((one) => one.kind === "external_id" && one.value.length > MAX_KEY)) {
      planned.fieldErrors.push({
        pointer: place,
        message: `${field.label} is unique: at most ${MAX_KEY - field.key.length - 1} characters.`,
      });
      return [];
    }
    const isClaimed = ({ kind }: Identifier) => kind === "external_id" || (isOnce && planned.isNew && IDENTIFYING.has(kind));
    return own.filter(isClaimed).map((identifier) => ({ planned, field, pointer: place, identifier }));
  });
}

function explain(
  type: TypeDefinition,
  field: FieldDefinition,
  pointer: string,
  { kind }: Identifier,
  holder: store.FoundIdentifier | undefined,
): FieldError {
  if (!holder)
    return {
      pointer,
      code: kind === "external_id" ? "not_unique" : "duplicate_record",
      message: `This ${field.label} comes twice in the same call.`,
    };
  const id = recordId.encode(holder.id);
  const record = { id, title: holder.title };
  // By id: a title may contain anyone's text, and a model would read it as part of our message.
  if (kind === "external_id")
    return { pointer, code: "not_unique", message: `${id} has this ${field.label}, which is unique.`, hint: "Change that record.", record };
  return {
    pointer,
    code: "duplicate_record",
    message: `The ${type.label.toLowerCase()} ${id} has this ${field.label.toLowerCase()}.`,
    hint: "Change that record, or send allow_duplicate: true to create another.",
    record,
  };
}

const unique = (wanted: Identifier[]) => [...new Map(wanted.map((one) => [nameOf(one), one])).values()];
