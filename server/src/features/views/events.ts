import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const named = z.object({ name: z.string() });

export const viewCreated = defineEvent({ type: "view.created", subject: "view", summary: "A view was saved.", data: named });
export const viewUpdated = defineEvent({ type: "view.updated", subject: "view", summary: "A view was changed.", data: named });
export const viewDeleted = defineEvent({ type: "view.deleted", subject: "view", summary: "A view was removed.", data: named });
