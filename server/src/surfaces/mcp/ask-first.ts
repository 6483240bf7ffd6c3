import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { AppError } from "../../kernel/errors.ts";
import type { Operation } from "../../kernel/operation.ts";

const ANSWER = "confirm";

/** Either a question to the person, which is answered first, or the input to go on with. */
type Asked = { question: InputRequiredResult } | { question?: undefined; input: unknown };

/**
 * Asks the person before a merge, a deletion of many records or a webhook, where their client can ask: since revision 2026-07-28 the call is
 * answered with a question, and comes again with the answer. Older clients would need a session for that. For them a webhook is saved
 * paused, and nothing else changes.
 * This protects a person from their own assistant's mistakes. It is no protection against a client, which could answer by itself.
 */
export function askFirst({ tool, input }: Operation, given: unknown, { mcpReq }: ServerContext): Asked {
  if (!tool?.asksFirst) return { input: given };
  // What cannot be read is refused by the call itself.
  const parsed = input.safeDecode(given);
  const question = parsed.success ? tool.asksFirst(parsed.data) : undefined;
  if (question === undefined) return { input: given };
  const capabilities = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  if (!(capabilities as { elicitation?: object } | undefined)?.elicitation) return { input: { ...(given as object), ...tool.unasked } };
  const answer = inputResponse(mcpReq.inputResponses, ANSWER);
  if (answer.kind !== "elicit")
    return {
      question: inputRequired({
        inputRequests: { [ANSWER]: inputRequired.elicit({ message: question, requestedSchema: { type: "object", properties: {} } }) },
      }),
    };
  if (answer.action !== "accept") throw new AppError(403, "declined", "The person said no. Nothing was changed.");
  return { input: given };
}
