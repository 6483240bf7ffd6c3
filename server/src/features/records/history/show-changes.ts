import type { Tx } from "../../../kernel/database.ts";
import type { Changes } from "../../../kernel/event.ts";
import { memberId } from "../../members/operations.ts";
import type { FieldDefinition, TypeDefinition } from "../../types/index.ts";
import { recordId } from "../operations.ts";
import * as store from "../store.ts";

interface Changed {
  /** The kind of event. */
  type: string;
  changes: Changes | null;
}

/** What changed, in API form: people and related records by the ids that other calls take, unless `show` shows them otherwise. */
export function showChanges(type: TypeDefinition | undefined, { type: kind, changes }: Changed, show = showOne): Changes | null {
  if (!type || !changes) return changes;
  return Object.fromEntries(
    Object.entries(changes).flatMap(([key, [from, to]]) => {
      const field = fieldOf(type, kind, key);
      // The times of a stage are kept for undo; who reads what changed sees the stage.
      if (field?.isReadOnly) return [];
      return [[key, field ? [show(field, from), show(field, to)] : [from, to]]];
    }),
  );
}

// The text of a note is not a field, but a type may have a field of that name.
const fieldOf = (type: TypeDefinition | undefined, kind: string, key: string) =>
  kind.startsWith("record.") ? type?.fields.find((one) => one.key === key) : undefined;

function showOne(field: FieldDefinition, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (field.shape === "person") return memberId.encode(String(value));
  return field.shape === "record" ? (value as string[]).map((id) => recordId.encode(id)) : value;
}

/** The current names of people and records, by id. */
export async function namesOf(tx: Tx, companyId: string, ids: Set<string>): Promise<Map<string, string>> {
  if (ids.size === 0) return new Map();
  const [people, records] = await Promise.all([store.people(tx, companyId), store.titles(tx, companyId, [...ids])]);
  return new Map([...people.map((one) => [one.id, one.name] as const), ...records.map((one) => [one.id, one.title] as const)]);
}

/** The people and related records in a change: the stored id, and the id in the API. */
export function mentioned(type: TypeDefinition | undefined, { type: kind, changes }: Changed): { id: string; shown: string }[] {
  return Object.entries(changes ?? {}).flatMap(([key, values]) => {
    const field = fieldOf(type, kind, key);
    const ids = values.flatMap((value) => (value ?? []) as string | string[]);
    if (field?.shape === "person") return ids.map((id) => ({ id, shown: memberId.encode(id) }));
    return field?.shape === "record" ? ids.map((id) => ({ id, shown: recordId.encode(id) })) : [];
  });
}
