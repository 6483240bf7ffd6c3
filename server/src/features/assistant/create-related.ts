import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid } from "../../kernel/errors.ts";
import { meantBy, saveRecords } from "../records/index.ts";
import { findField, type CompanySchema, type TypeDefinition } from "../types/index.ts";

type Values = Record<string, unknown>;

/** Values of one record, and where they are in the call. */
interface Draft {
  values: Values;
  pointer: string;
}

const MAX_DEPTH = 3;
const MAX_CREATED = 100;

/**
 * On a relation, an object instead of a name is a new record: it is created first, and the relation gets its id. An object with only a
 * name that one record has is that record. Throws if one cannot be created: the caller saves all or nothing.
 */
export function relatedCreator(call: Call<Member>, schema: CompanySchema, isDuplicateAllowed: boolean) {
  const created: { id: string; type: string; title: string }[] = [];

  async function replaceNew(type: TypeDefinition, drafts: Draft[], depth = 0): Promise<Values[]> {
    const replaced = drafts.map((draft) => ({ ...draft.values }));
    for (const [other, places] of placesOfNew(type, drafts)) {
      const found = places.flatMap(({ at, name, given, pointer }) => {
        const all = [given].flat();
        Object.assign(replaced[at] ?? {}, { [name]: all });
        return all.flatMap((one, place) => (isNew(one) ? [{ values: one, pointer, put: (id: string) => (all[place] = id) }] : []));
      });
      const ids = await create(other, found, depth + 1);
      for (const [at, { put }] of found.entries()) put(ids[at] ?? "");
    }
    return replaced;
  }

  /** Where new records are given, by relation. Relations to one record come first: a new deal's contacts may name its new organization. */
  function placesOfNew(type: TypeDefinition, drafts: Draft[]) {
    const places = drafts.flatMap(({ values, pointer }, at) =>
      Object.entries(values).flatMap(([name, given]) => {
        const field = [given].flat().some(isNew) ? findField(type, name) : undefined;
        const other = field?.relation && !field.isReadOnly ? schema.byKey.get(field.relation.type) : undefined;
        return field && other ? [{ at, name, given, field, other, pointer: `${pointer}/${name}` }] : [];
      }),
    );
    const byField = [...Map.groupBy(places, ({ field }) => field)].sort(([one], [other]) => Number(one.isMulti) - Number(other.isMulti));
    return byField.flatMap(([, all]) => (all[0] ? [[all[0].other, all] as const] : []));
  }

  /** The ids of new records, in their order. Two with the same values are one record. */
  async function create(type: TypeDefinition, drafts: Draft[], depth: number): Promise<string[]> {
    const pointer = drafts[0]?.pointer ?? "";
    if (depth > MAX_DEPTH) throw invalid([{ pointer, message: `New records can be nested ${MAX_DEPTH} deep. Save the inner ones first.` }]);
    const filled = (await replaceNew(type, drafts, depth)).map((values, at) => ({ values, name: JSON.stringify(values), at }));
    const ids = await namedAlone(type, filled);
    const missing = [...new Map(filled.filter(({ name }) => !ids.has(name)).map((one) => [one.name, one])).values()];
    if (created.length + missing.length > MAX_CREATED)
      throw invalid([{ pointer, message: `At most ${MAX_CREATED} new related records in one call.`, hint: "Save them first." }]);
    const outcomes = await saveRecords(
      call,
      schema,
      type,
      missing.map(({ values, at }) => ({
        old: undefined,
        given: values,
        isOnce: !isDuplicateAllowed,
        pointer: drafts[at]?.pointer ?? "",
      })),
    );
    const errors = outcomes.flatMap((outcome) => outcome.fieldErrors);
    if (errors.length > 0)
      throw invalid(errors.map(({ pointer: at, message, hint }) => ({ pointer: at, message, ...(hint ? { hint } : {}) })));
    for (const [at, { row }] of outcomes.entries()) {
      ids.set(missing[at]?.name ?? "", row.id);
      created.push({ id: row.id, type: type.key, title: row.title });
    }
    return filled.map(({ name }) => ids.get(name) ?? "");
  }

  /** Those that give nothing but the name of one existing record. */
  async function namedAlone(type: TypeDefinition, filled: { values: Values; name: string }[]): Promise<Map<string, string>> {
    const titles = filled.flatMap(({ values, name }) => {
      const [[key, title] = ["", ""], ...others] = Object.entries(values);
      return others.length === 0 && findField(type, key)?.key === "name" && typeof title === "string" ? [{ name, title }] : [];
    });
    const { ids } = await meantBy(
      call,
      type,
      titles.map((one) => one.title),
    );
    return new Map(titles.flatMap(({ name, title }) => (ids.has(title) ? [[name, ids.get(title) ?? ""] as const] : [])));
  }

  return { replaceNew, created };
}

/** `{ "id": … }` is how answers show a related record, so it means that record. */
const isNew = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value) && !("id" in value);
