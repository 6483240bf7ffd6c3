import { z } from "zod";
import { defineEvent, saying } from "../../kernel/event.ts";

const named = z.object({ name: z.string() });

export const viewCreated = defineEvent({
  type: "view.created",
  subject: "view",
  summary: "A view was saved.",
  audience: "everyone",
  label: "View saved",
  sentence: saying("saved the view "),
  data: named,
});
export const viewUpdated = defineEvent({
  type: "view.updated",
  subject: "view",
  summary: "A view was changed.",
  audience: "everyone",
  label: "View changed",
  sentence: saying("changed the view "),
  data: named,
});
export const viewDeleted = defineEvent({
  type: "view.deleted",
  subject: "view",
  summary: "A view was deleted.",
  audience: "everyone",
  label: "View deleted",
  sentence: saying("deleted the view "),
  data: named,
});
