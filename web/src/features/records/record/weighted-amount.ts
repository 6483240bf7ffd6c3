import { fieldOf, optionOf, type RecordType } from "../../types/index.ts";
import { type CrmRecord, isForeign, moneyText } from "../../fields/index.ts";

interface Likelihood {
  /** In percent. */
  probability: number;
  /** The amount counted by the probability, in the currency of the amount. */
  weighted: string | undefined;
}

/** How likely a record is to be won, by its stage. What is closed is certain, so nothing is said of it. */
export function likelihoodOf(type: RecordType, record: CrmRecord): Likelihood | undefined {
  const stage = fieldOf(type, type.stage_field);
  const option = stage && optionOf(stage, record.values[stage.key]);
  if (option?.probability === undefined || option.state === "won" || option.state === "lost") return undefined;
  const amount = type.amount_field ? record.values[type.amount_field] : undefined;
  return { probability: option.probability, weighted: weightedText(amount, option.probability / 100) };
}

function weightedText(amount: unknown, part: number): string | undefined {
  if (isForeign(amount)) return moneyText({ ...amount, amount: Number(amount.amount) * part });
  return typeof amount === "number" || typeof amount === "string" ? moneyText(Number(amount) * part) : undefined;
}
