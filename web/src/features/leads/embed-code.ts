import { KINDS } from "@kith/filter/kinds";
import type { FormField, LeadSource } from "./read.ts";

type Embedded = Pick<
  LeadSource,
  "url" | "public_id" | "fields" | "button" | "consent_text" | "is_consent_required" | "redirect_url" | "privacy_url"
>;

/** Where the service is, as other sites reach it. */
const hostOf = ({ url }: Pick<LeadSource, "url">) => new URL(url).origin;

/** The form in place of the script. */
export const scriptLine = (source: Embedded) => `<script src="${hostOf(source)}/f/kith.js"
  data-kith-form="${source.public_id}" async></script>`;

/** A form of their own, which works without scripts. */
export function plainHtml(source: Embedded): string {
  const lines = source.fields.map((field) => `  <label>${escapeHtml(field.label)} ${control(field)}</label>`);
  const consent = source.consent_text
    ? [
        `  <label><input type="checkbox" name="consent" value="true"${source.is_consent_required ? " required" : ""}> ${escapeHtml(source.consent_text)}</label>`,
      ]
    : [];
  const privacy = source.privacy_url
    ? [`  <a href="${escapeHtml(source.privacy_url)}" target="_blank" rel="noopener noreferrer">Privacy</a>`]
    : [];
  return [
    `<form method="post"`,
    `  action="${source.url}">`,
    ...lines,
    ...consent,
    ...privacy,
    `  <button>${escapeHtml(source.button)}</button>`,
    "</form>",
  ].join("\n");
}

function control({ key, kind, is_required: isRequired }: FormField): string {
  const facts = KINDS[kind as keyof typeof KINDS] as (typeof KINDS)[keyof typeof KINDS] | undefined;
  const required = isRequired ? " required" : "";
  if (facts && "isLong" in facts && facts.isLong) return `<textarea name="${key}"${required}></textarea>`;
  const type = { email: "email", phone: "tel", url: "url" }[kind];
  return `<input name="${key}"${type ? ` type="${type}"` : ""}${required}>`;
}

/** What a page with a content security policy has to allow. */
export function policyLines(source: Embedded): string {
  const host = hostOf(source);
  const after = source.redirect_url ? ` ${new URL(source.redirect_url).origin}` : "";
  return [`script-src ${host};`, `connect-src ${host};`, `form-action ${host}${after};`].join("\n");
}

const SAMPLES: Record<string, string> = { name: "Hanna Keller", email: "hanna@larkfield.example", company: "Larkfield Paper" };

/** The same from a server or an app. */
export function curlOf(source: Embedded): string {
  const values = Object.fromEntries(
    source.fields.filter((field) => field.is_required || field.key in SAMPLES).map(({ key }) => [key, SAMPLES[key] ?? "…"]),
  );
  const sent = Object.entries({ ...values, ...(source.consent_text && { consent: true }) });
  const parts = sent.map(([key, value]) => `"${key}":${JSON.stringify(value)}`);
  const body = `{${parts.slice(0, 2).join(", ")}${parts.length > 2 ? `,\n       ${parts.slice(2).join(", ")}` : ""}}`.replaceAll("'", "’");
  return `curl ${source.url} \\
  -H 'content-type: application/json' \\
  -d '${body}'
# 202 {"received":true}. 422 says which field and why.`;
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
