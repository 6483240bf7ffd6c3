import assert from "node:assert/strict";
import type { OperationName } from "../src/contract.ts";
import type { Person, Service } from "./service.ts";

type Call = [name: OperationName, input: object];

/** Each of these calls is refused without a session. */
export async function assertNeedsSession(person: Person, calls: Call[]): Promise<void> {
  for (const [name, input] of calls) {
    const answer = await person.post(name, input, { cookie: "" });
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [401, "sign_in_needed"], name);
  }
}

/** Each of these calls is refused with this code and, if given, an error at this pointer of its input. */
export async function assertRefused(person: Person, code: string, calls: Call[], pointer?: string): Promise<void> {
  for (const [name, input] of calls) {
    const answer = (await (await person.post(name, input)).json()) as { code: string; errors: { pointer: string }[] };
    assert.equal(answer.code, code, `${name} ${JSON.stringify(input)}`);
    if (pointer !== undefined) assert.equal(answer.errors[0]?.pointer, pointer, `${name} ${JSON.stringify(input)}`);
  }
}

/** The newest events of a type: actor, surface, key, subject and changes. */
export async function eventsOf(admin: Person, type: string) {
  const { items } = await admin.call("events.list", { type });
  return items.map(({ actor, via, key, subject, changes, data, operation }) => ({
    actor: actor?.id ?? null,
    via,
    key: key?.id ?? null,
    subject: subject.id,
    changes,
    data,
    operation,
  }));
}

// A failure of ours (pino's level 50), the password the tests use, a key, a session cookie, the token of a link.
const SECRET_OR_FAILURE = /"level":50|correct horse battery|[A-Za-z0-9]{64}|kith_session=[^;]|#token=/;

/** No attack may leave a secret or an internal error in the log or the metrics. */
export async function assertCleanTraces(service: Service): Promise<void> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const found = [...service.logged, ...metrics.split("\n")].find((line) => SECRET_OR_FAILURE.test(line));
  assert.equal(found, undefined);
}
