import { KINDS } from "@kith/filter/kinds";
import { cutText } from "../../../platform/cut-text.ts";
import { findOption, type FieldDefinition, type TypeDefinition } from "../../types/index.ts";
import { canBeAsked } from "../save-source.ts";
import type { Waiting } from "./store.ts";

const MAX_TITLE = 300;
const WEBSITE = "Website";

/** The values of a lead to be, as text, and what was sent but fits into none of its fields. */
export interface Draft {
  given: Record<string, string>;
  /** Values of the service's own making: if one does not fit, it is left out. */
  own: Record<string, string>;
  rest: { label: string; text: string }[];
}

/**
 * What a submission says about a lead. Only fields that visitors may fill in count, whatever the form was when it was sent: a field may
 * have been retired, or become the stage, since.
 */
export function draftOf(type: TypeDefinition, { source_id: sourceId, source_fields: asked, given, attribution }: Waiting): Draft {
  const draft: Draft = { given: {}, own: {}, rest: [] };
  const labelOf = new Map(asked?.map((field) => [field.key, field.label]));
  for (const [key, text] of Object.entries(given)) {
    if (text.trim() === "" || key === "name") continue;
    const field = type.fields.find((one) => one.key === key);
    if (field && canBeAsked(field)) draft.given[key] = text.trim();
    else draft.rest.push({ label: labelOf.get(key) ?? key, text });
  }
  draft.given["name"] = titleOf(draft, given["name"], sourceId !== null);
  const source = sourceId === null ? undefined : type.fields.find((one) => one.key === "source" && one.options !== null);
  const website = source && findOption(source, WEBSITE);
  if (website && !website.retired && !draft.given["source"]) draft.own["source"] = website.key;
  const campaign = attribution["utm_campaign"];
  if (campaign && !draft.given["campaign"] && type.fields.some((one) => one.key === "campaign" && isText(one)))
    draft.own["campaign"] = campaign;
  return draft;
}

function titleOf({ given, rest }: Draft, name: string | undefined, isFromForm: boolean): string {
  // One line: a title is shown in lists, mails and tabs.
  const line = (name ?? "").replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (line.length > MAX_TITLE) rest.push({ label: "Name", text: line });
  return cutText(line, MAX_TITLE) || given["email"]?.slice(0, MAX_TITLE) || (isFromForm ? "Website lead" : "Lead");
}

const isText = (field: FieldDefinition) => field.shape === "text" && field.place.kind === "data" && !field.isList && !field.isReadOnly;

/** Where words go that fit nowhere else: the message, or another long text. */
const messageField = (type: TypeDefinition) =>
  type.fields.find((field) => field.key === "message" && isText(field)) ??
  type.fields.find((field) => isText(field) && KINDS[field.kind].isLong && canBeAsked(field));

/** The values to save: what fits nowhere stands below the message. All of it stays with the submission too, as it was sent. */
export function valuesOf(type: TypeDefinition, draft: Draft): Record<string, string> {
  const values = { ...draft.own, ...draft.given };
  const field = messageField(type);
  if (!field) return values;
  const lines = draft.rest.map(({ label, text }) => `${label}: ${text}`);
  const message = [values[field.key] ?? "", lines.join("\n")].filter((part) => part !== "").join("\n\n");
  if (message !== "") values[field.key] = cutText(message, KINDS[field.kind].maxLength ?? message.length);
  return values;
}

/** The draft without the values that their fields refuse: a visitor's phone number may be no phone number. */
export function withoutRefused(type: TypeDefinition, draft: Draft, keys: Set<string>): Draft {
  const isRefused = ([key]: [string, string]) => keys.has(key);
  const kept = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).filter((one) => !isRefused(one)));
  const refused = Object.entries(draft.given)
    .filter(isRefused)
    .map(([key, text]) => ({ label: type.fields.find((field) => field.key === key)?.label ?? key, text }));
  return { given: kept(draft.given), own: kept(draft.own), rest: [...draft.rest, ...refused] };
}
