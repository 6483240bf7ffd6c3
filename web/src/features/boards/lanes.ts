import { isCategory } from "@kith/filter/kinds";
import { factsOf, type Field, fieldOf, type FieldOption, offered, type RecordType } from "../types/index.ts";
import type { ListView } from "../views/index.ts";
import { narrowed } from "../filters/index.ts";
import { type Group, useGroups } from "../records/index.ts";

/** One column of the board: an option, or the records that have none. */
export interface Lane {
  /** The value that stands for it; null for none. */
  key: string | null;
  label: string;
  option: FieldOption | undefined;
  count: number | undefined;
  sum: number | undefined;
  filter: string;
}

/** A field with one option can be arranged in lanes; what nobody can change cannot be dragged. */
export function isBoardField(field: Field): boolean {
  const facts = factsOf(field);
  return facts.shape === "option" && isCategory(facts) && !field.is_multi && !field.is_read_only;
}

/** What the lanes are: the field the view is grouped by, the type's stage, or the first that could be. */
export function boardField(type: RecordType, group: string): Field | undefined {
  const wanted = [fieldOf(type, group), fieldOf(type, type.stage_field), ...type.fields];
  return wanted.find((field) => field && isBoardField(field));
}

/** Every option that can be chosen has its lane, empty or not; the one for no value only when something is in it. */
export function useLanes(type: RecordType, field: Field, view: ListView): Lane[] {
  const groups = useGroups(type, { filter: view.filter, group: field.key });
  const laneOf = (option: FieldOption | undefined, group: Group | undefined): Lane => ({
    key: option?.key ?? null,
    label: option?.label ?? `No ${field.label.toLowerCase()}`,
    option,
    count: groups && (group?.count ?? 0),
    sum: groups && Number(group?.sum ?? 0),
    filter: narrowed(view.filter, option ? `${field.key}:${option.key}` : `no:${field.key}`),
  });
  const lanes = offered(field).map((option) =>
    laneOf(
      option,
      groups?.find((group) => group.key === option.key),
    ),
  );
  const without = groups?.find((group) => group.key === "");
  return without ? [laneOf(undefined, without), ...lanes] : lanes;
}

/** What is likely to come of a lane. */
export function weightedSum({ option, sum }: Lane): number | undefined {
  if (sum === undefined || option?.probability === undefined || option.state === "won" || option.state === "lost") return undefined;
  return (sum * option.probability) / 100;
}
