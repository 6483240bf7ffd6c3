import { isCategory } from "@kith/filter/kinds";
import * as members from "@kith/server/features/members/operations";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { read } from "../../../calls.ts";
import { factsOf, type Field, fieldOf, type FieldOption, type RecordType } from "../../types/index.ts";
import type { ListView } from "../../views/index.ts";
import { narrowed } from "../../filters/index.ts";

export interface Group {
  key: string;
  label: string;
  field: Field;
  option: FieldOption | undefined;
  /** Somebody, where rows are grouped by people. */
  person: { id: string; name: string } | undefined;
  count: number;
  sum: string | null;
  /** The filter of the list together with "is in this group". */
  filter: string;
}

const MAX_GROUPS = 100;

export const isGroupable = (field: Field) => isCategory(factsOf(field)) && !field.is_multi;

/** What the rows are put together by, with how many are in each. Undefined without a grouping, and until it is known. */
export function useGroups(type: RecordType, view: Pick<ListView, "filter" | "group">): Group[] | undefined {
  const field = fieldOf(type, view.group);
  const amount = type.amount_field;
  const query = useQuery({
    ...read("records.aggregate", {
      type: type.key,
      group_by: view.group,
      limit: MAX_GROUPS,
      measures: [{ measure: "count" }, ...(amount ? [{ measure: "sum" as const, field: amount }] : [])],
      ...(view.filter ? { filter: view.filter } : {}),
    }),
    enabled: field !== undefined && isGroupable(field),
    placeholderData: keepPreviousData,
  });
  if (!field || !query.data) return undefined;
  const isPeople = factsOf(field).shape === "person";
  const groups = query.data.groups.map(({ key, label, values: [count, sum] }): Group => {
    const id = key !== null && isPeople ? memberIdOf(key) : key;
    const option = field.options?.find((one) => one.key === key);
    return {
      key: id ?? "",
      label: key === null ? `No ${field.label.toLowerCase()}` : label,
      field,
      option,
      person: id !== null && isPeople ? { id, name: label } : undefined,
      count: Number(count ?? 0),
      sum: sum === null || sum === undefined ? null : String(sum),
      filter: narrowed(view.filter, id === null ? `no:${field.key}` : `${field.key}:${id}`),
    };
  });
  return groups.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Options in their own order, people by how many they have, those without a value last. */
function placeOf({ key, field, option, count }: Group): number {
  if (key === "") return Number.POSITIVE_INFINITY;
  return option ? (field.options ?? []).indexOf(option) : -count;
}

const memberIdOf = (key: string) => (key.startsWith("usr_") ? key : members.memberId.encode(key));
