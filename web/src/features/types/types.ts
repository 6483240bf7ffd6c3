import { wholeText } from "../../ui/formats.ts";
import { type KindFacts, KINDS } from "@kith/filter/kinds";
import type { OutputOf } from "@kith/server/contract";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";

export type TypeList = OutputOf<"types.list">;
export type RecordType = TypeList["items"][number];
export type Field = RecordType["fields"][number];
export type FieldKind = Field["type"];
export type FieldOption = NonNullable<Field["options"]>[number];
export type TypeKey = string;

const FRESH_MS = 5 * 60_000;

/** The company's record types with fields and options. They change seldom; who changes them refreshes this answer. */
export const types = { ...read("types.list", {}), staleTime: FRESH_MS, gcTime: Number.POSITIVE_INFINITY };

/** The types, on pages whose route waits for them (every page under /records). */
export const useTypes = (): TypeList => useSuspenseQuery(types).data;

/** The types where no page waits for them, such as the sidebar: undefined until they are there. */
export const useTypesWhenKnown = (): TypeList | undefined => useQuery(types).data;

/** One type by its key; undefined when the company has none of that key. */
export const useType = (key: TypeKey): RecordType | undefined => useTypes().items.find((type) => type.key === key);

export const fieldOf = (type: RecordType, key: string | null | undefined): Field | undefined =>
  type.fields.find((field) => field.key === key);

/** What the table of kinds says about a field. */
export const factsOf = (field: Pick<Field, "type">): KindFacts => KINDS[field.type];

export const isStage = (field: Pick<Field, "type">) => factsOf(field).role === "stage";
export const isRelation = (field: Pick<Field, "type">) => factsOf(field).shape === "record";

export const optionOf = (field: Field, key: unknown): FieldOption | undefined => field.options?.find((option) => option.key === key);

/** What can still be chosen: a retired option stays on the records that have it, and is not offered. */
export const offered = (field: Field): FieldOption[] => (field.options ?? []).filter((option) => !option.retired);

/** "deals", "deal": a type's name inside a sentence. */
export const manyOf = (type: RecordType) => type.label_plural.toLowerCase();
export const oneOf = (type: RecordType) => type.label.toLowerCase();

/** "1 deal", "1,204 deals". */
export const countText = (count: number, type: RecordType) => `${wholeText(count)} ${count === 1 ? oneOf(type) : manyOf(type)}`;
