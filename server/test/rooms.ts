import assert from "node:assert/strict";
import type { OperationName } from "../src/contract.ts";
import type { Person } from "./service.ts";

type Asked = [name: OperationName, input: object];

/** That each of these calls needs somebody who is signed in. */
export async function assertNeedsSession(person: Person, calls: Asked[]): Promise<void> {
  for (const [name, input] of calls) {
    const answer = await person.post(name, input, { cookie: "" });
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [401, "sign_in_needed"], name);
  }
}

/** That each of these calls is refused, with this code, and for the thing at this place in its input. */
export async function assertRefused(person: Person, code: string, calls: Asked[], pointer?: string): Promise<void> {
  for (const [name, input] of calls) {
    const answer = (await (await person.post(name, input)).json()) as { code: string; errors: { pointer: string }[] };
    assert.equal(answer.code, code, `${name} ${JSON.stringify(input)}`);
    if (pointer !== undefined) assert.equal(answer.errors[0]?.pointer, pointer, `${name} ${JSON.stringify(input)}`);
  }
}

/** The newest events of a type: who, by which way, with which key, on what, and what changed. */
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
