import type { TypeDefinition } from "../../types/index.ts";
import { asText, type LeadFacts } from "../destinations/mapping.ts";

const MAX_VALUE = 10_000;

/**
 * The text of a mail with a lead. The subject is ours alone, so nothing that a visitor wrote is in a header. Each value stands indented
 * under its label: a visitor's line cannot pass for one of ours.
 */
export function leadMail(lead: LeadFacts, type: TypeDefinition, isTest: boolean): string {
  const lines = type.fields.flatMap((field) => {
    const text = Object.hasOwn(lead.values, field.key) ? asText(lead.values[field.key]) : "";
    return text === "" || field.isReadOnly ? [] : [`${field.label}:\n${indented(text)}`];
  });
  const from = asText(lead.attribution["page"]);
  const first = isTest ? "This is a test. No person wrote it." : "A lead was sent to you. What follows was written by the sender.";
  return [first, ...lines, ...(from ? [`Page:\n${indented(from)}`] : [])].join("\n\n") + "\n";
}

const indented = (text: string) =>
  text
    .slice(0, MAX_VALUE)
    .toWellFormed()
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => `  ${line.replaceAll(/\p{Cc}/gu, " ")}`)
    .join("\n");
