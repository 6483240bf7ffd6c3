import { BOM, csvLine, guard } from "../../../platform/csv.ts";
import { recordId } from "../../records/operations.ts";
import type { LogEntry } from "./show-entry.ts";

const HEAD = [
  "When",
  "Lead id",
  "Lead",
  "Organization name",
  "Source",
  "Why now",
  "Before",
  "Rule",
  "Rule name",
  "Outcome",
  "To",
  "Delivery",
  "Took (ms)",
];

export const LOG_HEAD = BOM + csvLine(HEAD);

/** A line of the log as the page shows it. Names come from visitors: none of them is run by a spreadsheet. */
export function logLine({ at, lead, source, cause, before, rule_number: number, outcome, delivery }: LogEntry): string {
  const beforeText = before && [before.rule_number, before.to, before.state].filter((part) => part !== null).join(" ");
  const texts = [lead.name, lead.company, source, cause, beforeText];
  const ends = [outcome.rule_name, outcome.kind, outcome.to, delivery?.state];
  return csvLine([
    at.toISOString(),
    recordId.encode(lead.id),
    ...texts.map(cellOf),
    number === null ? "" : String(number),
    ...ends.map(cellOf),
    typeof delivery?.ms === "number" ? String(delivery.ms) : "",
  ]);
}

const cellOf = (text: string | null | undefined) => guard(text ?? "");
