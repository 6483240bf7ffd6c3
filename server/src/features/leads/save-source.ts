import { KINDS } from "@kith/filter/kinds";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid, type FieldError } from "../../kernel/errors.ts";
import { findField, type FieldDefinition, type Schemas } from "../types/index.ts";
import type { FormField, SourceSettings } from "./source-store.ts";

export interface ChosenField {
  key: string;
  label?: string | undefined;
  is_required: boolean;
  help?: string | undefined;
}

/** A visitor decides nothing about whose the lead is, how far it is, what it is worth, or what it belongs to. */
export const canBeAsked = (field: FieldDefinition) =>
  !field.isReadOnly &&
  (field.key === "name" || field.place.kind === "data") &&
  KINDS[field.kind].shape !== "record" &&
  KINDS[field.kind].shape !== "person" &&
  !/(^|_)scores?$/.test(field.key);

/** The chosen fields with their kinds and labels, or an error for each that cannot be asked. */
export async function checkFields(schemas: Schemas, call: Call<Member>, chosen: ChosenField[]): Promise<FormField[]> {
  const type = (await schemas.of(call)).byKey.get("lead");
  if (!type) throw invalid([{ pointer: "/fields", message: "Your company has no type lead. Bring it back from the retired types first." }]);
  const offered = type.fields.filter(canBeAsked);
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const fields = chosen.flatMap((one, at) => {
    const field = findField(type, one.key);
    const pointer = `/fields/${at}/key`;
    if (!field || !offered.includes(field)) {
      errors.push({
        pointer,
        message: field ? "Visitors cannot fill in this field." : "Leads have no such field.",
        expected: "a field of leads that is no person, relation, stage or score",
        suggestions: offered.map(({ key }) => key).slice(0, 20),
      });
      return [];
    }
    if (seen.has(field.key)) errors.push({ pointer, message: "This field is there twice. Keep it once." });
    seen.add(field.key);
    return [{ key: field.key, label: one.label ?? field.label, kind: field.kind, is_required: one.is_required, help: one.help || null }];
  });
  if (errors.length > 0) throw invalid(errors);
  return fields;
}

type Addresses = Pick<SourceSettings, "origins" | "redirect_url" | "privacy_url" | "imprint_url">;

/**
 * Sites as browsers name them, and a redirect that stays on one of them: a form must not send its visitors anywhere else. Privacy and
 * imprint are links that a visitor presses: they lead to any site, and never run anything.
 */
export function checkAddresses<S extends Addresses>(settings: S): S {
  const errors: FieldError[] = [];
  const origins = settings.origins.map((given, at) => {
    const url = readSite(given.includes("://") ? given : `https://${given}`);
    if (!url || url.pathname !== "/" || url.search || url.hash)
      errors.push({ pointer: `/origins/${at}`, message: "Not the address of a site. Try https://example.com, without a path." });
    return url?.origin ?? given;
  });
  const redirect = settings.redirect_url ? readSite(settings.redirect_url) : undefined;
  if (settings.redirect_url && !redirect)
    errors.push({ pointer: "/redirect_url", message: "Not an address. Try https://example.com/thanks." });
  if (redirect && !origins.includes(redirect.origin))
    errors.push({
      pointer: "/redirect_url",
      message: `Add ${redirect.origin} to the form's origins first, or choose an address on one of them.`,
    });
  const linked = (setting: "privacy_url" | "imprint_url", example: string) => {
    const url = settings[setting] ? readSite(settings[setting]) : undefined;
    if (settings[setting] && !url) errors.push({ pointer: `/${setting}`, message: `Not an address. Try ${example}.` });
    return url?.href ?? null;
  };
  const links = {
    privacy_url: linked("privacy_url", "https://example.com/privacy"),
    imprint_url: linked("imprint_url", "https://example.com/imprint"),
  };
  if (errors.length > 0) throw invalid(errors);
  return { ...settings, ...links, origins: [...new Set(origins)], redirect_url: redirect?.href ?? null };
}

/** https, or a site on the developer's own machine. */
function readSite(given: string): URL | undefined {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || url.username || url.password) return undefined;
  const isLocal = url.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return url.protocol === "https:" || isLocal ? url : undefined;
}
