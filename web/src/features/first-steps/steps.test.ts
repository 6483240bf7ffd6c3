import assert from "node:assert/strict";
import { test } from "node:test";
import { type Facts, stepsFor } from "./steps.ts";

const company = { name: "Acme", time_zone: "Europe/Berlin" } as Parameters<typeof stepsFor>[1];
const facts = (change: Partial<Facts> = {}): Facts => ({ keys: [], members: 1, invitations: 0, imports: 0, ownTypes: [], ...change });
const key = (change: object = {}) =>
  ({ name: "Assistant", client: null, last_used_at: null, ...change }) as unknown as Facts["keys"][number];
const done = (role: "admin" | "member", known: Facts | undefined) => stepsFor(role, company, known).map(({ isDone }) => isDone);
const step = (title: string, known: Facts) => stepsFor("admin", company, known).find((one) => one.title === title);

test("an Admin has five steps, a Member four, without inviting", () => {
  assert.deepEqual(
    stepsFor("admin", company, facts()).map(({ title }) => title),
    ["Create the company", "Import your records", "Add a contact", "Connect your assistant", "Invite the team"],
  );
  assert.equal(stepsFor("member", company, facts()).length, 4);
  assert.equal(stepsFor("member", company, facts())[0]?.title, "Join the company");
});

test("only done steps are ticked, and none while the facts are unknown", () => {
  assert.deepEqual(done("admin", facts()), [true, false, false, false, false]);
  assert.deepEqual(done("admin", undefined), [true, false, false, false, false]);
});

test("the records step is done after an import, or with records of several types", () => {
  const isDone = (change: Partial<Facts>) => step("Import your records", facts(change))?.isDone;
  assert.equal(isDone({ imports: 1 }), true);
  assert.equal(isDone({ ownTypes: ["contact"] }), false);
  assert.equal(isDone({ ownTypes: ["contact", "deal"] }), true);
});

test("the contact step needs a contact that is not a sample", () => {
  assert.equal(step("Add a contact", facts({ ownTypes: ["deal"] }))?.isDone, false);
  assert.equal(step("Add a contact", facts({ ownTypes: ["contact"] }))?.isDone, true);
});

test("the assistant step is done when a key was used, and its button depends on the key", () => {
  const none = step("Connect your assistant", facts());
  assert.deepEqual([none?.isDone, none?.action?.label], [false, "Add a key"]);
  const unused = step("Connect your assistant", facts({ keys: [key()] }));
  assert.deepEqual([unused?.isDone, unused?.action?.label], [false, "Show how"]);
  const used = step("Connect your assistant", facts({ keys: [key({ last_used_at: "2026-11-15", client: "claude-code/2.4.0" })] }));
  assert.deepEqual([used?.isDone, used?.detail], [true, "Claude Code 2.4 has called with “Assistant”."]);
  const unnamed = step("Connect your assistant", facts({ keys: [key({ last_used_at: "2026-11-15" })] }));
  assert.equal(unnamed?.detail, "A client has called with “Assistant”.");
});

test("the team step is done with an invitation or a second member", () => {
  const invite = (change: Partial<Facts>) => step("Invite the team", facts(change));
  assert.deepEqual([invite({ invitations: 1 })?.isDone, invite({ invitations: 1 })?.detail], [true, "Invited, not here yet."]);
  assert.deepEqual([invite({ members: 2 })?.isDone, invite({ members: 2 })?.detail], [true, "Your team is here."]);
});
