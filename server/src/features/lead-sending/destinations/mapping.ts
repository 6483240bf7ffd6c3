import { invalid } from "../../../kernel/errors.ts";
import { findField, type TypeDefinition } from "../../types/index.ts";
import type { Mapping } from "./store.ts";

/** What can be said about a lead, in API form. */
export interface LeadFacts {
  lead_id: string;
  received_at: string;
  values: Record<string, unknown>;
  /** Where its sender came from: page, referrer, utm_source and so on. */
  attribution: Record<string, unknown>;
}

const PLACEHOLDER = /\{\{([^{}]{1,100})\}\}/g;
const ATTRIBUTION = "attribution.";

/** Refuses what names no field, and paths that would overwrite each other. */
export function checkMapping(mapping: Mapping, type: TypeDefinition): void {
  const taken = new Set<string>();
  for (const [at, { to, from, value }] of mapping.entries()) {
    for (const other of taken)
      if (other === to || other.startsWith(`${to}.`) || to.startsWith(`${other}.`))
        throw invalid([{ pointer: `/mapping/${at}/to`, message: `${to} and ${other} cannot both be in the body.` }]);
    taken.add(to);
    const names = from === "field" ? [value] : from === "template" ? [...value.matchAll(PLACEHOLDER)].map(([, name = ""]) => name) : [];
    for (const name of names)
      if (!isKnown(name.trim(), type))
        throw invalid([{ pointer: `/mapping/${at}/value`, message: `A lead has no field ${JSON.stringify(name.trim())}.` }]);
  }
}

const isKnown = (name: string, type: TypeDefinition) =>
  name === "lead_id" || name === "received_at" || name.startsWith(ATTRIBUTION) || findField(type, name) !== undefined;

/** The body that a receiver gets. Nothing in a mapping is code: a value of the lead is only ever put in place of its name. */
export function makeBody(mapping: Mapping, lead: LeadFacts, type: TypeDefinition, isTest: boolean): string {
  const { values, ...rest } = lead;
  const body: Record<string, unknown> = mapping.length > 0 ? {} : { ...rest, lead: values };
  for (const { to, from, value } of mapping) setAt(body, to, valueFor(from, value, lead, type));
  return JSON.stringify(isTest ? { ...body, is_test: true } : body);
}

function valueFor(from: Mapping[number]["from"], value: string, lead: LeadFacts, type: TypeDefinition): unknown {
  if (from === "text") return value;
  if (from === "field") return plain(lookUp(lead, value, type));
  // One pass: a placeholder inside a visitor's own words stays text.
  return value.replaceAll(PLACEHOLDER, (_, name: string) => asText(lookUp(lead, name.trim(), type)));
}

/** A field that was retired since has no value. */
function lookUp(lead: LeadFacts, name: string, type: TypeDefinition): unknown {
  if (name === "lead_id" || name === "received_at") return lead[name];
  if (name.startsWith(ATTRIBUTION)) return ownValue(lead.attribution, name.slice(ATTRIBUTION.length));
  const field = findField(type, name);
  return field ? ownValue(lead.values, field.key) : null;
}

const ownValue = (values: Record<string, unknown>, key: string): unknown => (Object.hasOwn(values, key) ? values[key] : null);

/** One value of several is sent as such: most receivers have one email for a person. */
const plain = (value: unknown): unknown => (Array.isArray(value) && value.length <= 1 ? (value[0] ?? null) : (value ?? null));

/** A value as text: people and records by their name. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(asText).filter(Boolean).join(", ");
  if (typeof value !== "object") return String(value);
  const { title, name, amount, currency } = value as Record<string, unknown>;
  if (typeof title === "string") return title;
  if (typeof name === "string") return name;
  return typeof currency === "string" ? `${String(amount)} ${currency}` : JSON.stringify(value);
}

function setAt(body: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? path;
  let at = body;
  for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
  at[last] = value;
}
