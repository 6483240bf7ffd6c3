import { KINDS } from "@kith/filter/kinds";
import type { Field, RecordType } from "../types/index.ts";
import type { FormField, LeadSource } from "./read.ts";

/** One question of a form, as it is edited. */
export interface FieldDraft {
  key: string;
  label: string;
  is_required: boolean;
  help: string;
}

/** What an Admin decides about a form. */
export interface SourceDraft {
  name: string;
  fields: FieldDraft[];
  intro: string;
  headline: string;
  /** One a line. */
  points: string;
  privacy_url: string;
  imprint_url: string;
  button: string;
  thanks: string;
  redirect_url: string;
  consent_text: string;
  is_consent_required: boolean;
  wants_opt_in: boolean;
  origins: string[];
  day_cap: number;
}

/** What differs from what is saved. What somebody else changes meanwhile stays theirs. */
export type Changes = Partial<SourceDraft>;

const fieldDraft = ({ key, label, is_required, help }: FormField): FieldDraft => ({ key, label, is_required, help: help ?? "" });

export const draftOf = (source: LeadSource): SourceDraft => ({
  name: source.name,
  fields: source.fields.map(fieldDraft),
  intro: source.intro,
  headline: source.headline,
  points: source.points.join("\n"),
  privacy_url: source.privacy_url ?? "",
  imprint_url: source.imprint_url ?? "",
  button: source.button,
  thanks: source.thanks,
  redirect_url: source.redirect_url ?? "",
  consent_text: source.consent_text,
  is_consent_required: source.is_consent_required,
  wants_opt_in: source.wants_opt_in,
  origins: source.origins,
  day_cap: source.day_cap,
});

/** The draft of a form that is not there yet: the fields that most forms ask for, of those that leads have. */
export function newDraft(type: RecordType | undefined): SourceDraft {
  const wanted = ["name", "email", "company", "message"];
  const fields = wanted.flatMap((key) => askable(type).find((field) => field.key === key) ?? []);
  return {
    name: "",
    fields: fields.map(({ key, label }) => ({ key, label, is_required: key === "name" || key === "email", help: "" })),
    intro: "",
    headline: "",
    points: "",
    privacy_url: "",
    imprint_url: "",
    button: "Send",
    thanks: "Thank you. We will get back to you.",
    redirect_url: "",
    consent_text: "",
    is_consent_required: false,
    wants_opt_in: false,
    origins: [],
    day_cap: 1_000,
  };
}

/** The fields of leads that visitors can fill in. The service refuses the others: owner, stage, relations. */
export const askable = (type: RecordType | undefined): Field[] =>
  (type?.fields ?? []).filter(
    (field) =>
      !field.is_read_only &&
      ![type?.stage_field, type?.amount_field, type?.date_field].includes(field.key) &&
      !["record", "person"].includes(KINDS[field.type].shape) &&
      !/(^|_)scores?$/.test(field.key),
  );

/** The changes together with one more. What is again as it was saved is no change. */
export function withChange(saved: SourceDraft, changes: Changes, more: Changes): Changes {
  const all = { ...changes, ...more };
  return Object.fromEntries(Object.entries(all).filter(([part, value]) => !isSame(value, saved[part as keyof SourceDraft])));
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** How many things differ: each question of the form counts, and so does their order. */
export function countChanges(saved: SourceDraft, changes: Changes): number {
  const { fields, ...others } = changes;
  const count = Object.keys(others).length;
  if (!fields) return count;
  const before = new Map(saved.fields.map((field) => [field.key, field]));
  const now = new Set(fields.map(({ key }) => key));
  const changed = fields.filter((field) => !isSame(field, before.get(field.key))).length;
  const removed = saved.fields.filter(({ key }) => !now.has(key)).length;
  return count + Math.max(changed + removed, 1);
}

const fieldsInput = (fields: FieldDraft[]) =>
  fields.map(({ label, help, ...field }) => ({ ...field, ...(label.trim() && { label }), ...(help.trim() && { help }) }));

export const pointsOf = (lines: string) =>
  lines
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** An address that is not there is null for the service. */
const addressInput = (typed: string) => typed.trim() || null;

/** The whole form as the service takes it. */
export const wholeInput = (draft: SourceDraft) => ({
  ...draft,
  fields: fieldsInput(draft.fields),
  points: pointsOf(draft.points),
  redirect_url: addressInput(draft.redirect_url),
  privacy_url: addressInput(draft.privacy_url),
  imprint_url: addressInput(draft.imprint_url),
});

/** The changes as the service takes them. */
export const changesInput = ({ fields, points, redirect_url: next, privacy_url: privacy, imprint_url: imprint, ...others }: Changes) => ({
  ...others,
  ...(fields && { fields: fieldsInput(fields) }),
  ...(points !== undefined && { points: pointsOf(points) }),
  ...(next !== undefined && { redirect_url: addressInput(next) }),
  ...(privacy !== undefined && { privacy_url: addressInput(privacy) }),
  ...(imprint !== undefined && { imprint_url: addressInput(imprint) }),
});

/** The questions with one of them at another place. */
export function moved(fields: FieldDraft[], key: string, to: number): FieldDraft[] {
  const field = fields.find((one) => one.key === key);
  const others = fields.filter((one) => one.key !== key);
  return field ? [...others.slice(0, to), field, ...others.slice(to)] : fields;
}

/** As the hosted page does it: long texts take the whole width, and so does a short question that nothing would stand beside. */
export function findWide(fields: FieldDraft[], isLong: (key: string) => boolean): Set<string> {
  const wide = new Set<string>();
  let alone: string | undefined;
  for (const { key } of fields) {
    if (isLong(key)) {
      wide.add(key);
      if (alone) wide.add(alone);
      alone = undefined;
    } else alone = alone ? undefined : key;
  }
  return alone ? wide.add(alone) : wide;
}
