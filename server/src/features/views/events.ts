import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { verbAndSubject } from "../../kernel/sentences.ts";

const named = z.object({ name: z.string() });

export const viewCreated = defineEvent({
  type: "view.created",
  subject: "view",
  summary: "A view was saved.",
  audience: "everyone",
  isNamePrivate: true,
  label: "View saved",
  sentence: verbAndSubject("saved the view "),
  data: named,
});
export const viewUpdated = defineEvent({
  type: "view.updated",
  subject: "view",
  summary: "A view was changed.",
  audience: "everyone",
  isNamePrivate: true,
  label: "View changed",
  sentence: verbAndSubject("changed the view "),
  data: named,
});
export const viewDeleted = defineEvent({
  type: "view.deleted",
  subject: "view",
  summary: "A view was deleted.",
  audience: "everyone",
  isNamePrivate: true,
  label: "View deleted",
  sentence: verbAndSubject("deleted the view "),
  data: named,
});
