import type { INode, JsonObject } from "n8n-workflow";
import { NodeApiError } from "n8n-workflow";

/** What Kith answers with an error (RFC 9457). */
interface Problem {
  status?: number;
  code?: string;
  title?: string;
  detail?: string;
  request_id?: string;
  errors?: Array<{ pointer: string; message: string; hint?: string }>;
}

/** An error of a call, with what to do about it. */
export function explained(node: INode, error: unknown): NodeApiError {
  const problem = problemOf(error);
  const status = problem?.status ?? statusOf(error);
  const advice = status === undefined ? undefined : ADVICE[status];
  const [message, description] = advice ?? [problem?.detail ?? problem?.title, undefined];
  const details = (problem?.errors ?? []).map(({ pointer, message: what, hint }) => [pointer, what, hint].filter(Boolean).join(" "));
  const lines = [description, advice ? problem?.detail : undefined, ...details, problem?.request_id && `Request ${problem.request_id}`];
  const shown = message ?? (status === undefined ? UNREACHABLE[0] : `Kith answered ${status}`);
  // Not made from the error itself: n8n has explained that in its own words, and would keep them.
  const cause: JsonObject = { message: String((error as Error).message) };
  return new NodeApiError(node, cause, {
    message: shown,
    description: lines.filter(Boolean).join("\n") || UNREACHABLE[1],
    ...(status === undefined ? {} : { httpCode: String(status) }),
  });
}

const UNREACHABLE = [
  "Kith cannot be reached",
  "Check the address in the credential, and whether this n8n may call it. With Retry on Fail, n8n tries again, and nothing is written twice.",
] as const;

/** Where the answer alone does not say what to do in n8n. */
const ADVICE: { [status: number]: [message: string, description: string] } = {
  401: [
    "Kith does not accept this API key: it was deleted, or is not complete",
    "Make a new key in Kith under Profile, API & Connectors, and put it into the Kith API credential in n8n.",
  ],
  403: [
    "The owner of this API key may not do this in Kith",
    "Ask an Admin of your company in Kith, or use a credential with the key of a person who may.",
  ],
  429: [
    "Kith got too many calls with this key",
    "Turn on Retry on Fail in the settings of this node, or send fewer items at a time. Nothing is written twice.",
  ],
};

function problemOf(error: unknown): Problem | undefined {
  const { response, context } = error as { response?: { data?: unknown; body?: unknown }; context?: { data?: unknown } };
  const found = [response?.data, response?.body, context?.data].find((one) => typeof one === "object" && one !== null && "code" in one);
  return found as Problem | undefined;
}

function statusOf(error: unknown): number | undefined {
  const { response, httpCode, status } = error as { response?: { status?: number }; httpCode?: string; status?: number };
  const found = Number(response?.status ?? httpCode ?? status);
  return Number.isInteger(found) ? found : undefined;
}
