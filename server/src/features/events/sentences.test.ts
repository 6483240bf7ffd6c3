import assert from "node:assert/strict";
import { test } from "node:test";
import { eventTypes } from "../../events.ts";
import type { Changes, SentencePart, DescribedEvent } from "../../kernel/event.ts";

/** The sentence as plain text: names in brackets, a change with its arrow. */
function textOf(type: string, event: Partial<DescribedEvent>): string {
  const declared = eventTypes.find((one) => one.type === type);
  assert.ok(declared, type);
  return declared
    .sentence({ subject: { name: "X" }, data: {}, changes: {}, ...event })
    .map(plain)
    .join("");
}

function plain(part: SentencePart): string {
  if (typeof part === "string") return part;
  if ("name" in part) return `[${part.name}]`;
  if ("program" in part) return part.program;
  if ("browser" in part) return part.browser;
  return `${String(part.from)} → ${String(part.to)}`;
}

const SENTENCES: [type: string, text: string, data?: Record<string, unknown>, changes?: Changes][] = [
  ["record.created", "created lead source [X]", { type: "lead_source" }],
  ["record.updated", "changed stage and close date of deal [X]", { type: "deal" }, { stage: [1, 2], close_date: [1, 2] }],
  ["record.updated", "changed deal [X]", { type: "deal" }],
  ["record.deleted", "moved contact [X] to the trash", { type: "contact" }],
  ["record.restored", "restored contact [X] from the trash", { type: "contact" }],
  ["record.merged", "merged contact [X] into another contact", { type: "contact" }],
  ["note.added", "added a note to record [X]"],
  ["activity.logged", "logged a meeting on deal [X]", { type: "deal", kind: "meeting" }],
  ["activity.joined", "logged an email with contact [X]", { type: "contact", kind: "email" }],
  ["file.attached", "attached [offer.pdf] to deal [X]", { type: "deal", file_name: "offer.pdf" }],
  ["file.renamed", "renamed a file to [offer 2.pdf] on deal [X]", { type: "deal", file_name: "offer 2.pdf" }],
  ["file.removed", "removed [offer.pdf] from deal [X]", { type: "deal", file_name: "offer.pdf" }],
  ["file.restored", "restored [offer.pdf] on deal [X]", { type: "deal", file_name: "offer.pdf" }],
  ["field.added", "added the field Region to [X]", { field: "Region" }],
  ["widget.removed", "removed the widget [X] from the dashboard Sales", { dashboard: "Sales" }],
  ["import.finished", "imported [X]: 1,200 created, 1 changed, 0 failed", { created: 1200, updated: 1 }],
  ["import.undone", "undid the import of [X]: 1 record restored", { restored: 1 }],
  ["invitation.created", "invited [X] as Admin", { role: "admin" }],
  ["member.joined", "joined as Member", { role: "member" }],
  ["member.updated", "changed the role of [X] Member → Admin", {}, { role: ["member", "admin"] }],
  ["member.updated", "disabled [X]", {}, { disabled: [false, true] }],
  [
    "company.updated",
    "changed the company’s name Acme → Acme Ltd, time zone UTC → Europe/Berlin",
    {},
    { name: ["Acme", "Acme Ltd"], time_zone: ["UTC", "Europe/Berlin"] },
  ],
  ["key.first_used", "The key [X] was used for the first time, by curl/8", { client: "curl/8" }],
  ["key.rows_unusual", "The key [X] has read 90,000 rows in one day; 300 is usual", { rows: 90_000, usual: 300 }],
  ["session.refused", "A sign-in as [X] was refused: wrong password", { reason: "wrong password" }],
  ["access.refused", "was refused keys.listCompany, which is for Admins", { operation: "keys.listCompany" }],
];

test("an event is told in plain English", () => {
  for (const [type, text, data = {}, changes = {}] of SENTENCES) assert.equal(textOf(type, { data, changes }), text);
});

test("whose key was deleted is told only when it was somebody else's", () => {
  assert.equal(textOf("key.deleted", { data: { owner: "Bo" }, actorName: "Ada" }), "deleted the key [X] of Bo");
  assert.equal(textOf("key.deleted", { data: { owner: "Ada" }, actorName: "Ada" }), "deleted the key [X]");
});

test("every event has a label of its own, and a sentence even for a row without data", () => {
  for (const { type } of eventTypes) assert.doesNotMatch(textOf(type, {}), /undefined|null|NaN|^\s*$/, type);
  const labels = eventTypes.map(({ label }) => label);
  assert.deepEqual(
    labels.filter((label, at) => labels.indexOf(label) !== at || !/^[A-Z].{2,29}$/.test(label)),
    [],
  );
});
