import { z } from "zod";
import { defineEvent, type Changes, type SentencePart } from "../../kernel/event.ts";
import { verbAndSubject } from "../../kernel/sentences.ts";

const named = z.object({ name: z.string() });

export const companyCreated = defineEvent({
  type: "company.created",
  subject: "com",
  summary: "The company was signed up.",
  audience: "everyone",
  label: "Company created",
  sentence: verbAndSubject("created the company "),
  data: named,
});
export const companyUpdated = defineEvent({
  type: "company.updated",
  subject: "com",
  summary: "The company's name, time zone, currency or formats changed.",
  audience: "everyone",
  label: "Company changed",
  sentence: ({ changes, subject }) =>
    Object.keys(changes).length > 0 ? ["changed the company’s ", ...eachChange(changes)] : ["changed the company ", subject],
  data: named,
});

function eachChange(changes: Changes): SentencePart[] {
  return Object.entries(changes).flatMap(([field, [from, to]], at) => [
    `${at > 0 ? ", " : ""}${field.replaceAll("_", " ")} `,
    { from, to },
  ]);
}
