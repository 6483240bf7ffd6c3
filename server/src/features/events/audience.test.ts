import assert from "node:assert/strict";
import { test } from "node:test";
import { eventTypes } from "../../events.ts";
import { createAudience } from "./audience.ts";
import type { FreshEvent } from "./live-store.ts";

const audience = createAudience(eventTypes);
const fresh = (event: Partial<FreshEvent>) => event as FreshEvent;
const ada = { id: "ada", name: "Ada" };

test("what every member may read, every member sees as it happens", () => {
  const open = new Set([
    "company",
    "dashboard",
    "duplicate",
    "field",
    "member",
    "note",
    "rate",
    "record",
    "sample",
    "type",
    "view",
    "webhook",
    "widget",
  ]);
  for (const { type } of eventTypes) {
    const expected = open.has(type.slice(0, type.indexOf("."))) && type !== "member.email_verified";
    assert.equal(audience.isForEveryone(type), expected, type);
  }
});

test("any other event is for whoever caused it and for the owner of the key it is about", () => {
  assert.equal(audience.of(fresh({ type: "record.created", actor: ada, key_owner: null })), null);
  assert.deepEqual(audience.of(fresh({ type: "key.deleted", actor: ada, key_owner: "bo" })), ["ada", "bo"]);
  assert.deepEqual(audience.of(fresh({ type: "key.first_used", actor: null, key_owner: "bo" })), ["bo"]);
});

test("an event that nobody declares is not for everyone", () => {
  assert.equal(audience.isForEveryone("record.teleported"), false);
  assert.deepEqual(audience.of(fresh({ type: "record.teleported", actor: ada, key_owner: null })), ["ada"]);
  assert.deepEqual(audience.of(fresh({ type: "record.teleported", actor: null, key_owner: null })), []);
});
