import { isCategory } from "@kith/filter/kinds";
import { factsOf, type Field, fieldOf, type FieldOption, offered, type RecordType } from "../types/index.ts";
import type { ListView } from "../views/index.ts";
import { narrowed } from "../filters/index.ts";
import { type Group, useGroups } from "../records/index.ts";
import { hasWonPeriod, WON_PERIOD } from "./won-period.ts";

/** One column of the board: an option, or the records that have none. */
export interface Lane {
  /** The value that stands for it; null for none. */
  key: string | null;
  label: string;
  option: FieldOption | undefined;
  count: number | undefined;
  sum: number | undefined;
  filter: string;
  /** A lane that can show a period only: whether it does, and how many there are in all. */
  period?: { isOn: boolean; all: number | undefined };
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
export function useLanes(type: RecordType, field: Field, view: ListView, isAllTime = false): Lane[] {
  const groups = useGroups(type, { filter: view.filter, group: field.key });
  const withPeriod = offered(field).filter((option) => hasWonPeriod(type, field, option, view.filter));
  const recentFilter = narrowed(view.filter, WON_PERIOD.condition);
  const recent = useGroups(type, { filter: recentFilter, group: withPeriod.length > 0 && !isAllTime ? field.key : "" });
  const laneOf = (option: FieldOption | undefined): Lane => {
    const key = option?.key ?? "";
    const hasPeriod = option !== undefined && withPeriod.includes(option);
    const isRecent = hasPeriod && !isAllTime;
    const figures = figuresOf(isRecent ? recent : groups, key);
    return {
      key: option?.key ?? null,
      label: option?.label ?? `No ${field.label.toLowerCase()}`,
      option,
      ...figures,
      filter: narrowed(isRecent ? recentFilter : view.filter, option ? `${field.key}:${option.key}` : `no:${field.key}`),
      ...(hasPeriod ? { period: { isOn: isRecent, all: figuresOf(groups, key).count } } : {}),
    };
  };
  const lanes = offered(field).map(laneOf);
  return groups?.some((group) => group.key === "") ? [laneOf(undefined), ...lanes] : lanes;
}

function figuresOf(groups: Group[] | undefined, key: string): Pick<Lane, "count" | "sum"> {
  const group = groups?.find((one) => one.key === key);
  return { count: groups && (group?.count ?? 0), sum: groups && Number(group?.sum ?? 0) };
}

/** How many the filter finds, in all lanes and of all times. */
export function countOf(lanes: Lane[]): number | undefined {
  const counts = lanes.map(({ period, count }) => (period ? period.all : count));
  return counts.every((count) => count !== undefined) ? counts.reduce((sum, count) => sum + count, 0) : undefined;
}

/** What is likely to come of a lane. */
export function weightedSum({ option, sum }: Lane): number | undefined {
  if (sum === undefined || option?.probability === undefined || option.state === "won" || option.state === "lost") return undefined;
  return (sum * option.probability) / 100;
}
