import assert from "node:assert/strict";
import { test } from "node:test";
import type { Field, RecordType } from "../types/index.ts";
import { askable, changesInput, countChanges, draftOf, findWide, moved, newDraft, wholeInput, withChange } from "./draft.ts";
import { curlOf, plainHtml, policyLines, scriptLine } from "./embed-code.ts";
import type { LeadSource, Submission } from "./read.ts";
import { gist, nameOf, pageText } from "./reasons.ts";

const source: LeadSource = {
  id: "src_1",
  public_id: "abcdefgh12345678",
  name: "Request a demo",
  state: "published",
  url: "https://crm.example/f/abcdefgh12345678",
  fields: [
    { key: "name", label: "Name", kind: "text", is_required: true, help: null },
    { key: "email", label: "Work email", kind: "email", is_required: true, help: null },
    { key: "message", label: 'Say <b>"more"</b>', kind: "long_text", is_required: false, help: "A line" },
  ],
  origins: [],
  redirect_url: null,
  button: "Send & go",
  thanks: "Thank you.",
  intro: "",
  headline: "",
  points: [],
  privacy_url: null,
  imprint_url: null,
  consent_text: "We may answer.",
  consent_version: 2,
  is_consent_required: true,
  wants_opt_in: false,
  day_cap: 1_000,
  is_flooded: false,
  last_week: { accepted: 0, held: 0 },
  last_received_at: null,
  held: { count: 0, is_exact: true },
  created_at: "2026-11-16T10:00:00Z",
  updated_at: "2026-11-16T10:00:00Z",
};
const saved = draftOf(source);

test("only what differs from what is saved is a change, and what is set back is none", () => {
  const one = withChange(saved, {}, { button: "Ask us" });
  assert.deepEqual(one, { button: "Ask us" });
  assert.equal(countChanges(saved, one), 1);
  assert.deepEqual(withChange(saved, one, { button: saved.button }), {});
  assert.equal(countChanges(saved, {}), 0);
});

test("each changed, added or removed question counts, and another order counts once", () => {
  const [name, email, message] = saved.fields;
  assert.ok(name && email && message);
  assert.equal(countChanges(saved, { fields: [email, name, message] }), 1);
  assert.equal(countChanges(saved, { fields: [{ ...name, label: "Your name" }, email] }), 2);
  assert.equal(
    countChanges(saved, { fields: [...saved.fields, { key: "phone", label: "Phone", is_required: false, help: "" }], intro: "Hi" }),
    2,
  );
});

test("a question is moved to a place among the others", () => {
  const keys = (key: string, to: number) => moved(saved.fields, key, to).map((field) => field.key);
  assert.deepEqual(keys("message", 0), ["message", "name", "email"]);
  assert.deepEqual(keys("name", 2), ["email", "message", "name"]);
  assert.deepEqual(keys("gone", 0), ["name", "email", "message"]);
});

test("short questions stand in pairs, and one that is alone takes the whole width, as on the hosted page", () => {
  const keys = (...names: string[]) => names.map((key) => ({ key, label: key, is_required: false, help: "" }));
  const wide = (...names: string[]) => [...findWide(keys(...names), (key) => key === "message")];
  assert.deepEqual(wide("name", "email", "message"), ["message"]);
  assert.deepEqual(wide("name", "email", "company", "message"), ["message", "company"]);
  assert.deepEqual(wide("name"), ["name"]);
});

test("what is empty is left out of what is sent, and no address is none", () => {
  assert.deepEqual(changesInput({ fields: [{ key: "name", label: " ", is_required: true, help: "" }] }), {
    fields: [{ key: "name", is_required: true }],
  });
  assert.deepEqual(changesInput({ redirect_url: "  " }), { redirect_url: null });
  assert.deepEqual(changesInput({ points: " One\n\nTwo \n", privacy_url: "", imprint_url: " https://a.example/i " }), {
    points: ["One", "Two"],
    privacy_url: null,
    imprint_url: "https://a.example/i",
  });
  assert.deepEqual(changesInput({ button: "Go" }), { button: "Go" });
  assert.equal(wholeInput(saved).fields[2]?.help, "A line");
});

const field = (key: string, type: Field["type"], more: Partial<Field> = {}) =>
  ({ key, label: key, type, is_read_only: false, ...more }) as Field;
const lead = {
  key: "lead",
  stage_field: "status",
  fields: [
    field("name", "text"),
    field("status", "stage"),
    field("email", "email"),
    field("owner", "user"),
    field("contact", "relation"),
    field("lead_score", "number"),
    field("created_at", "datetime", { is_read_only: true }),
    field("company", "text"),
  ],
} as unknown as RecordType;

test("a visitor is not asked whose the lead is, how far it is, what it belongs to, or what it is worth", () => {
  assert.deepEqual(
    askable(lead).map(({ key }) => key),
    ["name", "email", "company"],
  );
  assert.deepEqual(
    newDraft(lead).fields.map(({ key, is_required: isRequired }) => [key, isRequired]),
    [
      ["name", true],
      ["email", true],
      ["company", false],
    ],
  );
  assert.deepEqual(newDraft(undefined).fields, []);
});

test("what is copied into a site names this form, and texts of the form stay text there", () => {
  assert.equal(scriptLine(source), '<script src="https://crm.example/f/kith.js"\n  data-kith-form="abcdefgh12345678" async></script>');
  const html = plainHtml(source);
  assert.ok(html.startsWith('<form method="post"\n  action="https://crm.example/f/abcdefgh12345678">'));
  assert.ok(html.includes('<input name="email" type="email" required>'));
  assert.ok(html.includes('Say &lt;b&gt;&quot;more&quot;&lt;/b&gt; <textarea name="message"></textarea>'));
  assert.ok(html.includes('<input type="checkbox" name="consent" value="true" required>'));
  assert.ok(html.includes("<button>Send &amp; go</button>"));
  assert.doesNotMatch(html, /<a /);
  const linked = plainHtml({ ...source, privacy_url: "https://www.site.example/p?a=1&b=2" });
  assert.ok(
    linked.includes('<a href="https://www.site.example/p?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">Privacy</a>\n  <button>'),
  );
  assert.ok(curlOf(source).includes('{"name":"Hanna Keller", "email":"hanna@larkfield.example",\n       "consent":true}'));
});

test("the policy names our host, and the site that a form without script goes on to", () => {
  assert.equal(policyLines(source), "script-src https://crm.example;\nconnect-src https://crm.example;\nform-action https://crm.example;");
  assert.ok(
    policyLines({ ...source, redirect_url: "https://www.site.example/thanks" }).endsWith(
      "form-action https://crm.example https://www.site.example;",
    ),
  );
});

const submission = (given: Record<string, string>, attribution: Record<string, string> = {}) => ({ given, attribution }) as Submission;

test("a submission is told by who sent it and what they wrote, in one line", () => {
  assert.equal(nameOf(submission({ email: "a@b.example" })), "a@b.example");
  assert.equal(nameOf(submission({})), "Somebody");
  assert.equal(gist(submission({ name: "A", message: "One\n\n two" })), "One two");
  assert.equal(gist(submission({ name: "A", company: "Corrin Dairy", phone: "1" })), "Corrin Dairy");
  assert.equal(gist(submission({ name: "A", email: "a@b.example" })), "a@b.example");
  assert.equal(pageText(submission({}, { page: "https://www.site.example/contact?utm_source=x#y" })), "www.site.example/contact");
  assert.equal(pageText(submission({})), undefined);
});
