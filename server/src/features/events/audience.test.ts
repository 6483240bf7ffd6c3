import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { eventTypes } from "../../events.ts";
import { newId } from "../../platform/random.ts";
import { createAudience, seersOfEvent } from "./audience.ts";
import type { FreshEvent } from "./live-store.ts";

const audience = createAudience(eventTypes);
const fresh = (event: Partial<FreshEvent>) => event as FreshEvent;
const ada = { id: "ada", name: "Ada" };

test("what happens to a record is for every member: its timeline shows all of it", () => {
  const ofRecords = eventTypes.filter(({ subject }) => subject === "rec");
  assert.ok(ofRecords.length > 10);
  for (const { type, audience: seenBy } of ofRecords) assert.equal(seenBy, "everyone", type);
});

test("what every member may read, every member sees as it happens", () => {
  const open = new Set([
    "absence",
    "activity",
    "canned_reply",
    "company",
    "consent",
    "dashboard",
    "destination",
    "duplicate",
    "field",
    "file",
    "inbox_clock",
    "lead",
    "lead_clocks",
    "lead_code",
    "lead_rules",
    "lead_source",
    "member",
    "note",
    "rate",
    "record",
    "sample",
    "submission",
    "type",
    "view",
    "webhook",
    "widget",
    "working_hours",
  ]);
  for (const { type } of eventTypes) {
    const expected = open.has(type.slice(0, type.indexOf("."))) && type !== "member.email_verified";
    assert.equal(audience.isForEveryone(type), expected, type);
  }
});

test("an event names a channel in its data if, and only if, it is limited to those who see the channel", () => {
  for (const { type, audience: who, data } of eventTypes) {
    const names = Object.keys((data as z.ZodObject).shape);
    assert.equal(names.includes("channel"), who === "limited", type);
    if (who === "limited") assert.ok(names.includes("is_shared"), type);
    if (who === "limited") assert.match(String(z.encode((data as z.ZodObject).shape["channel"] as z.ZodType, newId())), /^chn_/, type);
  }
  const seers = new Map([["chn_a", ["ada"]]]);
  assert.deepEqual(seersOfEvent({ channel: "chn_a", is_shared: false }, seers), ["ada"]);
  assert.deepEqual(seersOfEvent({ channel: "chn_b", is_shared: false }, seers), [], "a channel that is gone is seen by nobody");
  assert.equal(seersOfEvent({ channel: "chn_b", is_shared: true }, seers), undefined);
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
