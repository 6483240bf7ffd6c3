import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { read } from "../../../calls.ts";
import { fieldOf, optionOf, type RecordType } from "../../types/index.ts";

interface Totals {
  sum: number;
  /** Each amount counted by the probability of its stage. */
  weighted: number | undefined;
}

/** As many as the service gives at once. */
const MAX_STAGES = 100;

/** What the records of a filter are worth, for types that have an amount. Asked once, stage by stage, which gives both figures. */
export function useTotals(type: RecordType, filter: string): Totals | undefined {
  const { amount_field: amount, stage_field: stage } = type;
  const query = useQuery({
    ...read("records.aggregate", {
      type: type.key,
      measures: [{ measure: "sum", field: amount ?? "" }],
      limit: MAX_STAGES,
      ...(stage ? { group_by: stage } : {}),
      ...(filter ? { filter } : {}),
    }),
    enabled: amount !== null,
    placeholderData: keepPreviousData,
  });
  // Of more stages than that the sum would be too small.
  if (!query.data || query.data.is_cut || amount === null) return undefined;
  const field = fieldOf(type, stage);
  let [sum, weighted] = [0, 0];
  for (const { key, values } of query.data.groups) {
    const part = Number(values[0] ?? 0);
    const option = field && optionOf(field, key);
    sum += part;
    weighted += (part * (option?.state === "won" ? 100 : (option?.probability ?? 0))) / 100;
  }
  return { sum, weighted: field ? weighted : undefined };
}
