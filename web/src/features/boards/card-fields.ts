import { factsOf, type Field, fieldOf, isRelation, type RecordType } from "../types/index.ts";
import { defaultColumns, NAME } from "../views/index.ts";

/** What a card shows beside the name. */
export interface CardFields {
  /** Whom the record is for; "any" where nobody chose: the first that is filled. */
  about: Field | "any" | undefined;
  amount: Field | undefined;
  date: Field | undefined;
  hasOwner: boolean;
  /** Lines of their own. */
  others: Field[];
}

/** More lines would make a card a page. */
const MAX_OTHERS = 3;

/** The view's columns as a card has room for them: the usual ones in their places, others below. The lane says its own field. */
export function cardFields(type: RecordType, lane: Field, columns: string[]): CardFields {
  const isChosen = columns.join() !== defaultColumns(type).join();
  const fields = columns.flatMap((key) => fieldOf(type, key) ?? []);
  const usual = (key: string | null) => fieldOf(type, isChosen && !columns.includes(key ?? "") ? null : key);
  const about = isChosen ? fields.find((field) => isRelation(field) && !field.is_multi) : "any";
  const [amount, date] = [usual(type.amount_field), usual(type.date_field)];
  const placed = new Set<unknown>([about, amount, date, fieldOf(type, NAME), fieldOf(type, "owner"), lane]);
  const others = isChosen ? fields.filter((field) => !placed.has(field) && !isLong(field)).slice(0, MAX_OTHERS) : [];
  return { about, amount, date, hasOwner: !isChosen || columns.includes("owner"), others };
}

const isLong = (field: Field) => {
  const facts = factsOf(field);
  return facts.shape === "text" && Boolean(facts.isLong);
};
