import type { TestContext } from "node:test";

type Answer = { status?: number; body: unknown; headers?: Record<string, string> } | "unreachable";

export interface Called {
  name: string;
  input: Record<string, unknown>;
  idempotencyKey: string | null;
}

/** Replaces fetch: records the calls, and answers as the test says. */
export function givenService(t: TestContext, answer: (call: Called, at: number) => Answer): Called[] {
  const calls: Called[] = [];
  t.mock.method(globalThis, "fetch", (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    const call: Called = {
      name: url.replace("/app/call/", ""),
      input: JSON.parse(body) as Record<string, unknown>,
      idempotencyKey: headers["idempotency-key"] ?? null,
    };
    calls.push(call);
    const given = answer(call, calls.length - 1);
    if (given === "unreachable") return Promise.reject(new TypeError("fetch failed"));
    return Promise.resolve(new Response(JSON.stringify(given.body), { status: given.status ?? 200, headers: given.headers ?? {} }));
  });
  return calls;
}

/** An error answer in the usual form. */
export const problem = (
  status: number,
  code: string,
  detail: string,
  errors: object[] = [],
  headers: Record<string, string> = {},
): Answer => ({
  status,
  body: { code, detail, errors, request_id: "r" },
  headers: { "content-type": "application/problem+json", ...headers },
});
