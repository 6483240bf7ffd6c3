import assert from "node:assert/strict";
import { test } from "node:test";
import { recordCreated, recordUpdated } from "../features/records/events.ts";
import { indexReactions } from "../pipeline.ts";
import { newId } from "../platform/random.ts";
import { dataOf, eventBatch, react } from "./subscription.ts";

test("what reacts to an event is found by its type, in the order of declaration", async () => {
  const ran: string[] = [];
  const note = (name: string) => async () => void ran.push(name);
  const reactionsFor = indexReactions([
    react({ to: recordCreated, run: note("first") }),
    react({ to: recordUpdated, run: note("other") }),
    react({ to: recordCreated, run: note("second") }),
  ]);
  assert.equal(reactionsFor(recordCreated).length, 2);
  for (const reaction of reactionsFor(recordCreated)) await reaction.run({} as never, []);
  assert.deepEqual(ran, ["first", "second"]);
});

test("a batch of events has their data as the event's type declares it", () => {
  const event = {
    id: newId(),
    at: "2026-11-20T10:00:00.000Z",
    type: "record.created",
    subject_type: "rec",
    subject_id: newId(),
    actor_user: null,
    actor_key: null,
    via: "rest" as const,
    operation_id: newId(),
    data: { name: "Acme", type: "organization" },
    changes: null,
  };
  const [first] = eventBatch.parse({ events: [event] }).events;
  assert.ok(first);
  assert.deepEqual(first.at, new Date(event.at));
  assert.equal(dataOf(recordCreated, first).name, "Acme");
  assert.throws(() => dataOf(recordCreated, { ...first, data: {} }));
});
