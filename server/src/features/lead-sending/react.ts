import type { Author } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { react } from "../../kernel/subscription.ts";
import { leadReceived } from "../leads/events.ts";
import { routeLeads } from "./route/route-leads.ts";

const isAuthor = (call: Call): call is Call<Author> => call.actor.kind !== "anonymous";

/** A new lead is decided in the transaction that makes it. */
export const routeReceived = react({
  to: leadReceived,
  async run(call, received) {
    if (!isAuthor(call)) return;
    const operationIds = new Map(received.flatMap((one) => (one.operationId ? [[one.subjectId, one.operationId] as const] : [])));
    await routeLeads(call, { leadIds: received.map((one) => one.subjectId), cause: "new", operationIds });
  },
});
