import { type FieldKind, KINDS } from "@kith/filter/kinds";
import { CONSENT_TEXT } from "../../features/leads/index.ts";
import { element, type Tree } from "./tree.ts";
import { countTexts, errorText } from "./words.ts";

interface ShownField {
  key: string;
  label: string;
  kind: string;
  is_required: boolean;
  help: string | null;
  options: { key: string; label: string }[] | null;
}

/** A form as a visitor meets it. */
export interface ShownForm {
  public_id: string;
  /** Its address, where it posts to. */
  url: string;
  company: string;
  name: string;
  intro: string;
  /** The title of the page, if it is not the form's name. */
  headline: string;
  points: string[];
  privacy_url: string | null;
  imprint_url: string | null;
  button: string;
  thanks: string;
  redirect_url: string | null;
  consent: { text: string; is_required: boolean } | null;
  fields: ShownField[];
}

/** What a visitor sent that was refused: it is shown again, with what is wrong. */
export interface Sent {
  values: Readonly<Record<string, string>>;
  errors: readonly { pointer: string; message: string }[];
}

interface Setting {
  sent?: Sent | undefined;
  /** What travels with the form besides the fields, such as the token. */
  hidden?: Readonly<Record<string, string>>;
  /** Where the script goes once it is sent. */
  next?: string | null;
  /** Above the fields. */
  top?: readonly (Tree | undefined)[];
}

/** What browsers fill in for somebody. */
const FILLED: Record<string, string | undefined> = { name: "name", company: "organization" };
/** What HTML calls a telephone number. */
const htmlName = (format: string) => (format === "phone" ? "tel" : format);

const factsOf = (field: ShownField) => KINDS[field.kind as FieldKind];

function control(field: ShownField, common: Record<string, string | boolean | undefined>, value: string): Tree {
  const { shape, format, isLong, several } = factsOf(field);
  const spoken = { "data-kith-error": errorText(factsOf(field), field) };
  if (field.options) {
    const isMany = several === "always";
    const chosen = isMany ? value.split(", ") : [value];
    const options = field.options.map(({ key, label }) => element("option", { value: key, selected: chosen.includes(key) }, label));
    return element("select", { ...common, multiple: isMany, ...spoken }, !isMany && element("option", { value: "" }, "Choose"), ...options);
  }
  if (isLong) return element("textarea", { ...common, rows: "3", ...spoken }, value);
  if (shape === "boolean") return element("input", { ...common, type: "checkbox", value: "true", checked: value === "true", ...spoken });
  const type = format ? htmlName(format) : shape === "day" ? "date" : "text";
  return element("input", {
    ...common,
    type,
    value,
    autocomplete: format ? type : FILLED[field.key],
    inputmode: shape === "number" ? "decimal" : undefined,
    ...spoken,
  });
}

interface Row {
  id: string;
  name: string;
  help: string | null;
  error: string | undefined;
  isWide: boolean;
}

/** A label, its control, its help and its error, tied together for those who hear the page. */
function row({ id, name, help, error, isWide }: Row, parts: (described: Record<string, string | undefined>) => Tree[]): Tree {
  const [helpId, errorId] = [`${id}-help`, `kith-e-${name}`];
  const describedBy = [help && helpId, error && errorId].filter(Boolean).join(" ");
  return element(
    "div",
    { class: `kith-field${isWide ? " kith-wide" : ""}` },
    ...parts({ "aria-describedby": describedBy || undefined, "aria-invalid": error && "true" }),
    help && element("p", { class: "kith-help", id: helpId }, help),
    error && element("p", { class: "kith-error", id: errorId }, error),
  );
}

function fieldRow(field: ShownField, value: string, error: string | undefined, isFirst: boolean, isWide: boolean): Tree {
  const id = `kith-${field.key}`;
  const label = element("label", { for: id }, field.label, !field.is_required && element("small", {}, " optional"));
  return row({ id, name: field.key, help: field.help, error, isWide }, (described) => {
    const common = { id, name: field.key, required: field.is_required, autofocus: isFirst, ...described };
    const input = control(field, common, value);
    return factsOf(field).shape === "boolean" ? [element("div", { class: "kith-check" }, input, label)] : [label, input];
  });
}

/** Long texts take the whole width, and so does a short field that nothing would stand beside. */
function findWide(fields: readonly ShownField[]): Set<string> {
  const wide = new Set<string>();
  let alone: string | undefined;
  for (const field of fields) {
    if (factsOf(field).isLong) {
      wide.add(field.key);
      if (alone) wide.add(alone);
      alone = undefined;
    } else alone = alone ? undefined : field.key;
  }
  return alone ? wide.add(alone) : wide;
}

/** A page of the company that opens beside: what somebody has written stays. */
export const linkBeside = (url: string, text: string): Tree =>
  element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);

/** The box with its words, and where the rest can be read before somebody agrees. */
function consentRow(
  { consent, privacy_url: privacy }: ShownForm,
  isTicked: boolean,
  error: string | undefined,
  isFirst: boolean,
): Tree | null {
  const link = privacy && linkBeside(privacy, "Privacy");
  if (!consent) return link ? element("p", { class: "kith-help" }, link) : null;
  return row({ id: "kith-consent", name: "consent", help: null, error, isWide: true }, (described) => {
    const required = consent.is_required;
    const box = { id: "kith-consent", name: "consent", type: "checkbox", value: "true", required, checked: isTicked, autofocus: isFirst };
    const input = element("input", { ...box, ...described, "data-kith-error": required && CONSENT_TEXT });
    const label = element("label", { for: "kith-consent" }, consent.text);
    // Beside the label, not in it: the link is no part of the box's name.
    return [element("div", { class: "kith-check" }, input, link ? element("span", {}, label, " ", link) : label)];
  });
}

export function formTree(form: ShownForm, { sent, hidden = {}, next, top = [] }: Setting = {}): Tree {
  const errors = new Map(sent?.errors.map(({ pointer, message }) => [pointer.split("/").pop() ?? "", message]));
  const known = form.fields.filter((field) => factsOf(field) !== undefined);
  const first = [...known.map(({ key }) => key), "consent"].find((key) => errors.has(key));
  const wide = findWide(known);
  return element(
    "form",
    {
      class: "kith-form",
      method: "post",
      // The script posts to where it came from, under whatever name that host is reached.
      "data-kith": form.public_id,
      action: form.url,
      "data-kith-sent": form.thanks || undefined,
      "data-kith-wrong": countTexts(known.length + (form.consent ? 1 : 0)),
      "data-kith-next": next,
      "aria-label": form.name,
    },
    ...top,
    ...known.map((field) =>
      fieldRow(field, sent?.values[field.key] ?? "", errors.get(field.key), first === field.key, wide.has(field.key)),
    ),
    consentRow(form, sent?.values["consent"] === "true", errors.get("consent"), first === "consent"),
    // People never see it; programs that fill in everything do.
    element("p", { hidden: true }, element("input", { name: "_website", tabindex: "-1", autocomplete: "off", "aria-hidden": "true" })),
    ...Object.entries(hidden).map(([name, value]) => element("input", { type: "hidden", name, value })),
    element("button", {}, form.button),
  );
}
