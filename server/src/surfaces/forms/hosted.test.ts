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

test("with a headline the page has two headings, its points and the links that the law asks for; without, it is as it was", async () => {
  const ada = await service().given.admin();
  const texts = { name: "See it measure", intro: "Bring one line.", consent_text: "You may call me." };
  const plain = (await open((await giveForm(ada, texts)).public_id)).text;
  assert.match(plain, /<div class="kith-pitch"><h1>See it measure<\/h1><p>Bring one line\.<\/p><\/div>/);
  assert.match(plain, /<label for="kith-consent">You may call me\.<\/label><\/div>/);
  assert.match(plain, /<footer>[^<]+<\/footer>/);
  assert.doesNotMatch(plain, /<h2|<ul|<a /);

  const form = await giveForm(ada, {
    ...texts,
    headline: "Measure what flows",
    points: ["45 minutes", "No contract"],
    privacy_url: "https://www.example.com/privacy?a=1&b=2",
    imprint_url: "https://www.example.com/imprint",
  });
  const { answer, text } = await open(form.public_id);
  const link = (href: string, words: string) => `<a href="${href}" target="_blank" rel="noopener noreferrer">${words}</a>`;
  const privacy = link("https://www.example.com/privacy?a=1&amp;b=2", "Privacy");
  assert.ok(
    text.includes('<h1>Measure what flows</h1><p>Bring one line.</p><ul class="kith-points"><li>45 minutes</li><li>No contract</li></ul>'),
  );
  assert.match(text, /<form [^>]*><h2>See it measure<\/h2>/);
  assert.ok(text.includes(`<label for="kith-consent">You may call me.</label> ${privacy}`), "seen where somebody agrees");
  assert.ok(text.includes(`${privacy}${link("https://www.example.com/imprint", "Imprint")}</footer>`));
  assert.doesNotMatch(answer.headers.get("content-security-policy") ?? "", /example\.com/);

  const description = JSON.stringify(await (await fetch(`${service().url}/f/${form.public_id}.json`)).json());
  assert.ok(
    description.includes(
      '["a",{"href":"https://www.example.com/privacy?a=1&b=2","target":"_blank","rel":"noopener noreferrer"},"Privacy"]',
    ),
  );
  assert.doesNotMatch(description, /Measure what flows|imprint/, "the site has a heading and an imprint of its own");
});

test("without a consent text the privacy link is in the form all the same", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, { privacy_url: "https://www.example.com/privacy" });
  const description = (await (await fetch(`${service().url}/f/${form.public_id}.json`)).json()) as unknown[];
  assert.match(JSON.stringify(description.at(-3)), /^\["p",\{"class":"kith-help"\},\["a",/);
});

test("what an Admin or a visitor writes is text on the page", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, {
    name: HOSTILE,
    intro: HOSTILE,
    headline: HOSTILE,
    points: [HOSTILE],
    privacy_url: `https://example.com/${HOSTILE}`,
    imprint_url: `https://example.com/?${HOSTILE}`,
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
  // The link is an attribute: nothing in its address ends it.
  assert.match(
    page.text,
    /<a href="https:\/\/example\.com\/%22%3E%3Cscript%3E[^"<>]*" target="_blank" rel="noopener noreferrer">Privacy<\/a>/,
  );
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
