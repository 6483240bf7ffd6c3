import { z } from "zod";
import { eventTypes } from "../src/events.ts";
import { toolsByRole } from "../src/surfaces/mcp/tools.ts";
import { openApiDocument } from "../src/surfaces/openapi/document.ts";
import { allOperations } from "./all-operations.ts";

/** The files under docs/ that are derived from the operations. */
export function generated(): Record<string, string> {
  const operations = allOperations();
  const tools = toolsByRole(operations);
  const show = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    "events.json": show(
      eventTypes.map(({ type, subject, summary, audience, label, data }) => ({
        type,
        subject,
        summary,
        audience,
        label,
        data: z.toJSONSchema(data, { io: "input" }),
      })),
    ),
    "openapi.json": show(openApiDocument(operations, "https://kith.example")),
    "tools.json": show({ admin: tools.admin, member: tools.member.map((tool) => tool.name), deprecated: formerNames(operations) }),
  };
}

/** Names of before that still work, with what to call instead. */
const formerNames = (operations: ReturnType<typeof allOperations>) =>
  Object.fromEntries(operations.flatMap(({ tool }) => (tool?.formerly ?? []).map((old) => [old, tool?.name])));
