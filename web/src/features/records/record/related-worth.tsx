import { type CrmRecord, moneyText } from "../../fields/index.ts";
import { type Field, manyOf, oneOf, type RecordType } from "../../types/index.ts";
import { useGroups } from "../read/use-groups.ts";
import ownClasses from "./related-list.module.css";

interface RelatedWorthProps {
  /** The type that has amounts and stages, and its relation to the record. */
  type: RecordType;
  field: Field;
  record: CrmRecord;
}

/** What whoever a deal is for is worth in all: how many of their deals are open, and what was won. */
export function RelatedWorth({ type, field, record }: RelatedWorthProps) {
  const groups = useGroups(type, { filter: `${field.key}:${record.id}`, group: type.stage_field ?? "" });
  if (!groups || !type.amount_field) return null;
  const open = groups
    .filter(({ option }) => option && (option.state ?? "open") === "open")
    .reduce((count, group) => count + group.count, 0);
  const won = groups.filter(({ option }) => option?.state === "won").reduce((sum, group) => sum + Number(group.sum ?? 0), 0);
  const words = [open > 0 && `${open} open ${open === 1 ? oneOf(type) : manyOf(type)}`, won > 0 && `${moneyText(won, "compact")} won`];
  const text = words.filter(Boolean).join(" · ");
  return text === "" ? null : <span className={ownClasses.worth}>{text}</span>;
}
