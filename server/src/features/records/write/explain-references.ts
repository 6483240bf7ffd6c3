import { fold } from "@kith/filter";
import { KINDS } from "@kith/filter/kinds";
import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { CompanySchema, FieldDefinition, TypeDefinition } from "../../types/index.ts";
import { idOf, type Candidate } from "./find-referenced.ts";
import { recordId } from "../operations.ts";
import { findWithNames, RELATED_ONLY, type RowWithNames } from "../related-names.ts";
import { valuesOf, type RecordRow } from "../row.ts";
import * as store from "../store.ts";

const MAX_SHOWN = 5;
const MAX_SIMILAR = 3;
/** Only kinds that cannot hold a sentence: a model trusts this hint, and a text field may contain anyone's words. */
const PLAIN = new Set<FieldDefinition["shape"]>(["number", "boolean", "day", "moment", "option"]);
const isPlain = ({ shape, isList }: FieldDefinition) => PLAIN.has(shape) && !isList;

export interface Explained {
  message: string;
  hint: string;
  /** Emails and related names are free text, so they stand apart from our message. */
  candidates?: { id: string; detail: string }[];
}

/** Why references do not identify one record, and how to fix that. One query for all of them. */
export async function explainReferences(
  { actor, tx }: Pick<Call<Author>, "actor" | "tx">,
  schema: CompanySchema,
  type: TypeDefinition,
  failed: Map<string, Candidate[]>,
): Promise<Map<string, Explained>> {
  const idsOf = (given: string, found: Candidate[]) =>
    found.length > 0 ? found.slice(0, MAX_SHOWN).map((one) => one.id) : idOf(given).map(([, id]) => id);
  const ids = [...failed].flatMap(([given, found]) => idsOf(given, found));
  const rows = new Map(ids.length > 0 ? (await store.find(tx, actor.companyId, ids)).map((row) => [row.id, row]) : []);
  const several = [...failed].flatMap(([, found]) => found.slice(0, MAX_SHOWN).map((one) => one.id));
  const named = several.length > 0 ? await findWithNames(tx, actor.companyId, several, RELATED_ONLY) : [];
  const details = new Map(named.map((row) => [row.id, detailOf(type, row)]));
  const unknown = [...failed].filter(([given, found]) => found.length === 0 && idOf(given).length === 0).map(([given]) => given);
  const close = await findSimilar({ actor, tx }, type, unknown);
  return new Map(
    [...failed].map(([given, found]) => {
      const known = idsOf(given, found).flatMap((id) => rows.get(id) ?? []);
      return [
        given,
        found.length > 0
          ? tooMany(type, given, found.length, known, details)
          : { ...notOne(schema, type, given, known[0]), ...close.get(given) },
      ];
    }),
  );
}

/** Records of similar names. Not where many names are unknown, as in an import: each is a search. */
async function findSimilar(
  { actor, tx }: Pick<Call<Author>, "actor" | "tx">,
  type: TypeDefinition,
  names: string[],
): Promise<Map<string, Pick<Explained, "hint" | "candidates">>> {
  const close = new Map<string, Pick<Explained, "hint" | "candidates">>();
  for (const name of names.length > MAX_SHOWN ? [] : names) {
    const found = await store.similar(tx, actor.companyId, type.id, fold(name), MAX_SIMILAR);
    const candidates = found.map(({ id, title }) => ({ id: recordId.encode(id), detail: title }));
    if (candidates.length > 0)
      close.set(name, { hint: "Give the id of one of `candidates`, which have similar names, or create it.", candidates });
  }
  return close;
}

function notOne(schema: CompanySchema, type: TypeDefinition, given: string, row: RecordRow | undefined): Explained {
  const wanted = type.label.toLowerCase();
  const other = row && row.type_id !== type.id ? schema.byId.get(row.type_id) : undefined;
  if (other)
    return {
      message: `${given} is a ${other.label.toLowerCase()}, not a ${wanted}.`,
      hint: `Send type ${other.key}, or name a ${wanted}.`,
    };
  if (row?.deleted_at) return { message: `${given} is in the trash.`, hint: "Restore it first: its timeline names the operation to undo." };
  return { message: `There is no ${wanted} ${JSON.stringify(given)}.`, hint: "Search for it first, or create it." };
}

/** What tells a record apart from one of the same name: its email, and its first related record, such as the organization. */
function detailOf(type: TypeDefinition, row: RowWithNames): string {
  const email = type.fields.find(({ kind, place }) => KINDS[kind].identifier === "email" && place.kind === "data");
  const [address] = email ? [row.data[email.key] ?? []].flat() : [];
  const relation = type.fields.find((field) => field.relation && !field.isReadOnly && !field.isMulti);
  const related = row.relatedNames.out?.find(([fieldId]) => fieldId === relation?.id)?.[2];
  return [address, related].filter((one) => typeof one === "string").join(", ");
}

function tooMany(type: TypeDefinition, given: string, count: number, rows: RecordRow[], details: Map<string, string>): Explained {
  const values = rows.map((row) => valuesOf(type, row, {}));
  const differs = ({ key }: FieldDefinition) => new Set(values.map((one) => JSON.stringify(one[key] ?? null))).size > 1;
  const distinctive = type.fields.filter((field) => isPlain(field) && field.key !== "updated_at" && differs(field)).slice(0, 3);
  const shown = rows.map((row, at) => {
    const words = distinctive.map(({ key }) => `${key} ${String(values[at]?.[key] ?? "blank")}`);
    return `${recordId.encode(row.id)}${words.length > 0 ? ` (${words.join(", ")})` : ""}`;
  });
  const others = type.fields.some((field) => KINDS[field.kind].identifier === "email") ? " An email names one, too." : "";
  const candidates = rows.map((row) => ({ id: recordId.encode(row.id), detail: details.get(row.id) ?? "" })).filter((one) => one.detail);
  return {
    message: `${count} records are called ${JSON.stringify(given)}.`,
    hint: `Give an id: ${shown.join("; ")}.${others}`,
    ...(candidates.length > 0 ? { candidates } : {}),
  };
}
