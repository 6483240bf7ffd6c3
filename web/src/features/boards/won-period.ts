import { isTime } from "@kith/filter/kinds";
import { factsOf, type Field, type FieldOption, fieldOf, isStage, type RecordType } from "../types/index.ts";

/** What is won stays won: without a period its lane would only ever grow. */
export const WON_PERIOD = { text: "this quarter", condition: "won_at:this_quarter" };

/** Whether the lane of this option shows a period only. Not where the filter itself speaks of a time: two periods would contradict each other. */
export function hasWonPeriod(type: RecordType, field: Field, option: FieldOption | undefined, filter: string): boolean {
  const isWonStage = option?.state === "won" && isStage(field) && field.key === type.stage_field;
  return isWonStage && fieldOf(type, "won_at") !== undefined && !namesTime(type, filter);
}

/** By its words, because the filter language is fetched later than the board. `created` means `created_at`. */
function namesTime(type: RecordType, filter: string): boolean {
  const stems = type.fields.filter((field) => isTime(factsOf(field))).map(({ key }) => key.replace(/_(at|date)$/, ""));
  return stems.length > 0 && new RegExp(`(^|[^a-z0-9_])(${stems.join("|")})(_at|_date)?\\s*[:<>=!]`, "i").test(filter);
}
