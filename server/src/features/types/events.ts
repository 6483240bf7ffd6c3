import { z } from "zod";
import { defineEvent, type SentencePart, type DescribedEvent } from "../../kernel/event.ts";
import { verbAndSubject } from "../../kernel/sentences.ts";

const named = z.object({ name: z.string(), key: z.string() });
const aboutField = named.extend({ field: z.string() });

const onField =
  (verb: string, where: string) =>
  ({ subject, data }: DescribedEvent<z.output<typeof aboutField>>): SentencePart[] => [
    `${verb} ${data.field ? `the field ${data.field}` : "a field"} ${where} `,
    subject,
  ];

export const typeCreated = defineEvent({
  type: "type.created",
  subject: "typ",
  summary: "A record type was created.",
  audience: "everyone",
  label: "Type created",
  sentence: verbAndSubject("created the type "),
  data: named,
});
export const typeUpdated = defineEvent({
  type: "type.updated",
  subject: "typ",
  summary: "A record type was changed.",
  audience: "everyone",
  label: "Type changed",
  sentence: verbAndSubject("changed the type "),
  data: named,
});
export const fieldAdded = defineEvent({
  type: "field.added",
  subject: "typ",
  summary: "A field was added to a type.",
  audience: "everyone",
  label: "Field added",
  sentence: onField("added", "to"),
  data: aboutField,
});
export const fieldUpdated = defineEvent({
  type: "field.updated",
  subject: "typ",
  summary: "A field was changed or retired.",
  audience: "everyone",
  label: "Field changed",
  sentence: onField("changed", "of"),
  data: aboutField,
});
