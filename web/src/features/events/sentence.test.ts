import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import * as keys from "@kith/server/features/keys/events";
import * as members from "@kith/server/features/members/events";
import * as records from "@kith/server/features/records/events";
import * as sessions from "@kith/server/features/sessions/events";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { defineFeature, FeaturesProvider } from "../../manifest.ts";
import { joinOperations, type LoggedEvent, partsOf } from "./sentence-parts.ts";

const { Sentence } = await import("./sentence.tsx");

const features = [keys, members, records, sessions].map((events) => defineFeature({ events }));
const event = (type: string, change: object = {}) =>
  ({
    type,
    subject: { type: "rec", id: "rec_1", name: "Bosch" },
    actor: null,
    data: {},
    changes: null,
    ...change,
  }) as unknown as LoggedEvent;
const shown = (one: LoggedEvent) =>
  renderToStaticMarkup(createElement(FeaturesProvider, { value: features }, createElement(Sentence, { event: one })));

const LINES: [LoggedEvent, string][] = [
  [event("record.deleted", { data: { type: "contact" } }), 'moved contact <b class="name">Bosch</b> to the trash'],
  [event("record.created", { data: null }), 'created record <b class="name">Bosch</b>'],
  [
    event("key.first_used", { data: { client: "claude-code/2.4.0" } }),
    'The key <b class="name">Bosch</b> was used for the first time, by Claude Code 2.4',
  ],
  [event("session.created", { data: { client: "Mozilla/5.0 (X11; Linux) Firefox/133.0" } }), "signed in from Firefox on Linux"],
  [event("session.created", { data: { client: null } }), "signed in"],
  [
    event("member.updated", { changes: { role: ["member", "admin"] } }),
    'changed the role of <b class="name">Bosch</b> <s class="was">Member</s> → <b class="name">Admin</b>',
  ],
  [event("robot.danced"), 'robot.danced <b class="name">Bosch</b>'],
];

test("an event is a sentence, with names in bold and changes with their arrow", () => {
  for (const [one, html] of LINES) assert.equal(shown(one), html);
});

test("user input is text, never markup", () => {
  const html = shown(
    event("record.created", { subject: { type: "rec", id: "rec_1", name: "<img onerror=x>" }, data: { type: "<script>" } }),
  );
  assert.doesNotMatch(html, /<img|<script/);
});

test("a subject without a name is shown by the name in the event, or by its id", () => {
  const nameless = { type: "rec", id: "rec_1", name: null };
  assert.deepEqual(partsOf(event("x.y", { subject: nameless, data: { name: "Kept" } }), undefined), ["x.y ", { name: "Kept" }]);
  assert.deepEqual(partsOf(event("x.y", { subject: nameless, data: "broken" }), undefined), ["x.y ", { name: "rec_1" }]);
});

test("the sentence names the owner of a key only if somebody else deleted it", () => {
  const deleted = (actor: string) => event("key.deleted", { actor: { id: "usr_1", name: actor }, data: { owner: "Ada" } });
  assert.equal(partsOf(deleted("Ada"), keys.keyDeleted).length, 2);
  assert.deepEqual(partsOf(deleted("Bo"), keys.keyDeleted).at(-1), " of Ada");
});

test("a sentence that throws does not break the page", () => {
  const broken = { ...keys.keyCreated, sentence: () => assert.fail("too old a row") };
  assert.deepEqual(partsOf(event("key.created"), broken), ["key.created ", { name: "Bosch" }]);
});

test("what one operation did to many records is one line, and nothing else is joined", () => {
  const one = (id: string, operation: string, type = "record.updated") => event(type, { id, operation_id: operation });
  const events = [one("e1", "a"), one("e2", "a"), one("e3", "b"), one("e4", "a"), one("e5", "a", "record.deleted")];
  assert.deepEqual(
    joinOperations(events).map((joined) => joined.map(({ id }) => id)),
    [["e1", "e2"], ["e3"], ["e4"], ["e5"]],
  );
});
