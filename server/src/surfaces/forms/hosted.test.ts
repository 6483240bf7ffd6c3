import assert from "node:assert/strict";
import { test } from "node:test";
import { giveForm } from "../../../test/leads/forms.ts";
import { sharedService } from "../../../test/service.ts";

const service = sharedService();
const HOSTILE = `"><script>alert(1)</script>`;

const open = async (path: string) => {
  const answer = await fetch(`${service().url}/f/${path}`);
  return { answer, text: await answer.text() };
};
const post = (form: string, body: Record<string, string>) =>
  fetch(`${service().url}/f/${form}`, { method: "POST", redirect: "manual", body: new URLSearchParams(body) });

test("the hosted page has the form's texts and fields, works without script, and may not be framed", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, {
    name: "Request a demo",
    intro: "An engineer calls you.",
    button: "Request it",
    fields: [
      { key: "name", is_required: true },
      { key: "email", is_required: true, help: "We answer there" },
      { key: "source" },
      { key: "message" },
    ],
    consent_text: "You may call me.",
    is_consent_required: true,
  });
  const { answer, text } = await open(form.public_id);
  assert.equal(answer.status, 200);
  const policy = answer.headers.get("content-security-policy") ?? "";
  for (const line of ["default-src 'none'", "frame-ancestors 'none'", "script-src 'self'", "style-src 'self'"])
    assert.ok(policy.includes(line));
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(answer.headers.get("set-cookie"), null);
  for (const words of ["Request a demo", "An engineer calls you.", "Request it", "You may call me.", "We answer there"])
    assert.ok(text.includes(words), words);
  assert.match(text, /<input id="kith-email" name="email" required="" aria-describedby="kith-email-help" type="email"/);
  assert.match(text, /<select id="kith-source" name="source"><option value="">/);
  assert.match(text, /<textarea id="kith-message" name="message"/);
  assert.match(text, /<p hidden=""><input name="_website" tabindex="-1"/);
  assert.doesNotMatch(text, /<style|style=|onclick|<script>/);
});

test("what an Admin or a visitor writes is text on the page", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, {
    name: HOSTILE,
    intro: HOSTILE,
    button: HOSTILE.slice(0, 60),
    thanks: HOSTILE,
    consent_text: HOSTILE,
    fields: [{ key: "name", label: HOSTILE, help: HOSTILE, is_required: true }, { key: "email" }, { key: "message" }],
  });
  const page = await open(`${form.public_id}?a=${encodeURIComponent(HOSTILE)}`);
  const refused = await (await post(form.public_id, { email: HOSTILE, message: `</textarea>${HOSTILE}` })).text();
  const thanks = await open(`${form.public_id}?sent=1`);
  for (const text of [page.text, refused, thanks.text]) assert.doesNotMatch(text, /<script>alert/);
  assert.ok(refused.includes("&lt;/textarea&gt;"));
});

test("without script: errors at their fields with everything kept, then thanks", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, {
    fields: [{ key: "name", is_required: true }, { key: "email", is_required: true }, { key: "source" }, { key: "message" }],
    thanks: "Thank you. We call you tomorrow.",
  });
  const refused = await post(form.public_id, { email: "ines@example", message: "Six tanks\nSeven", source: "website" });
  const text = await refused.text();
  assert.equal(refused.status, 422);
  assert.match(refused.headers.get("content-type") ?? "", /text\/html/);
  assert.ok(text.includes("Two answers need a look, the rest is kept."));
  assert.match(text, /name="name" required="" autofocus="" aria-describedby="kith-e-name" aria-invalid="true"/);
  assert.match(text, /name="email"[^>]*aria-invalid="true"[^>]*value="ines@example"/);
  assert.ok(text.includes("Six tanks\nSeven</textarea>"));
  assert.match(text, /<option value="website" selected="">/);
  const sent = await post(form.public_id, { name: "Ines", email: "ines@example.com" });
  assert.equal(sent.status, 303);
  const { text: thanks } = await open(`${form.public_id}?sent=1`);
  assert.match(thanks, /<h2>Thank you<\/h2><p>We call you tomorrow\.<\/p>/);
  assert.doesNotMatch(thanks, /<form/);
});

test("the description says the same as the page, as data for the script of any site", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, { intro: "Hello", button: "Request it" });
  const answer = await fetch(`${service().url}/f/${form.public_id}.json`);
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  const [tag, attributes, ...content] = (await answer.json()) as [string, Record<string, string>, ...unknown[]];
  assert.equal(tag, "form");
  assert.match(attributes["action"] ?? "", new RegExp(`/f/${form.public_id}$`));
  assert.deepEqual(content[0], ["p", { class: "kith-intro" }, "Hello"]);
  assert.deepEqual(content.at(-1), ["button", {}, "Request it"]);
  assert.doesNotMatch(JSON.stringify(content), /_token|_page/, "nothing of one visitor: it is cached for all");
});

test("a form that is paused or never was: the same answer as any address without a page", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  await ada.call("leads.setSourceState", { id: form.id, state: "paused" });
  for (const path of [form.public_id, `${form.public_id}.json`, "0123456789abcdef", "x", ".json"])
    assert.equal((await open(path)).answer.status, 404);
});
