import type { NumberFormat } from "@kith/filter/values";
import type { CompanySchema } from "../types/index.ts";
import type { ShownRow } from "./store.ts";

const ENDED_BADLY = "failed";

/** What it is about; several records have no name. */
export const nameOf = ({ count, subject_type: subject, name }: ShownRow) => (count > 1 && subject === "rec" ? "" : (name ?? ""));

/** What happened, in a sentence without the name of what it happened to. */
export function textOf(schema: CompanySchema, { kind, count, actor, subject_type: subject, type_id: typeId, state }: ShownRow): string {
  const type = schema.byId.get(typeId ?? "");
  const [one, many] =
    subject === "rec" ? [lower(type?.label ?? "record"), lower(type?.labelPlural ?? "records")] : ["conversation", "conversations"];
  const several = `${wholeText(count, schema.formats.number)} ${many}`;
  if (kind === "key") return "Your key has read far more than it usually does in a day";
  if (kind === "mention") return `${actor?.name ?? "Somebody"} mentioned you in a note`;
  if (kind === "due") return count === 1 ? `This ${one} is due` : `${several} of yours are due`;
  if (kind === "reply")
    return count === 1
      ? "New message in your conversation"
      : `${wholeText(count, schema.formats.number)} new messages in your conversation`;
  if (kind === "finished") {
    const what = subject === "imp" ? "import" : "export";
    return state === ENDED_BADLY ? `Your ${what} failed` : `Your ${what} is complete`;
  }
  if (actor) return `${actor.name} assigned ${count === 1 ? `this ${one}` : several} to you`;
  return count === 1 ? `This ${one} was assigned to you` : `${several} were assigned to you`;
}

/** Labels of types begin with a capital letter, and stand inside a sentence here. */
const lower = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

const wholeText = (value: number, format: NumberFormat) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, format.charAt(1));
