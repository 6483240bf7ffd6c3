import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { aggregateRecords } from "../records/index.ts";
import type { CompanySchema, FieldDefinition } from "../types/index.ts";
import type { Plan } from "./check-widget.ts";
import type { WidgetSettings } from "./store.ts";

/** The caller, the widget and the types that a count needs. */
export interface Counting {
  call: Call<Member>;
  schema: CompanySchema;
  plan: Plan;
  widget: Omit<WidgetSettings, "title" | "width" | "height">;
}

export interface Tally {
  key: string | null;
  label: string;
  value: number | null;
  /** For a weighted value: the unweighted sum. */
  whole: number | null;
  count: number;
}

interface Grouped {
  by: FieldDefinition;
  interval?: WidgetSettings["interval"];
  limit: number;
}

/** The widget's measure over a filter, with the number of records: in total, or for the largest groups. */
export async function tally({ call, schema, plan: { type }, widget }: Counting, filter: string, grouped?: Grouped) {
  const isWeighted = widget.measure === "weighted";
  const { groups, is_cut: isCut } = await aggregateRecords(call, schema, type, {
    filter,
    measures: [
      { measure: widget.measure, field: widget.field },
      { measure: "count" },
      ...(isWeighted ? [{ measure: "sum", field: type.amountField ?? "" } as const] : []),
    ],
    group_by: grouped?.by.key,
    interval: grouped?.interval,
    limit: grouped?.limit ?? 1,
  });
  const tallies = groups.map(({ key, label, values: [value, count, whole] }): Tally => ({
    key,
    label,
    value: toNumber(value),
    whole: isWeighted ? toNumber(whole) : null,
    count: Number(count ?? 0),
  }));
  return { tallies, isCut };
}

/** The total over the filter; also if nothing matches. */
export async function tallyAll(counting: Counting, filter: string): Promise<Tally> {
  const [all] = (await tally(counting, filter)).tallies;
  return all ?? { key: null, label: "", value: null, whole: null, count: 0 };
}

// Sums and averages come as text, exact to the last digit. A figure on a chart needs no more than a number holds.
const toNumber = (value: string | number | null | undefined) => (value === null || value === undefined ? null : Number(value));

/** Measures whose groups add up to the total. Without records they are 0, while an average is null. */
export const isAdditive = ({ measure }: Pick<WidgetSettings, "measure">) =>
  measure === "count" || measure === "sum" || measure === "weighted";
