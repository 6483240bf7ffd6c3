import assert from "node:assert/strict";
import { test } from "node:test";
import type { AppError } from "../../kernel/errors.ts";
import { giveForm, sendForm } from "../../../test/leads/forms.ts";
import { sharedService } from "../../../test/service.ts";

const service = sharedService();

test("a form is made, published, changed, paused and deleted", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, { state: "draft", origins: ["example.com", "https://www.example.com/"] });
  assert.match(form.public_id, /^[0-9A-Za-z]{16}$/);
  assert.equal(form.url, `http://localhost/f/${form.public_id}`);
  assert.deepEqual(form.origins, ["https://example.com", "https://www.example.com"]);
  assert.deepEqual(form.fields[1], { key: "email", label: "Email", kind: "email", is_required: true, help: null });
  assert.deepEqual([form.state, form.day_cap, form.consent_version], ["draft", 1_000, 1]);

  assert.equal((await ada.call("leads.setSourceState", { id: form.id, state: "published" })).state, "published");
  const changed = await ada.call("leads.updateSource", { id: form.id, name: "Talk to us", consent_text: "You may call me." });
  assert.deepEqual([changed.name, changed.consent_version, changed.fields.length], ["Talk to us", 2, 5]);
  const same = await ada.call("leads.updateSource", { id: form.id, consent_text: "You may call me.", button: "Go" });
  assert.equal(same.consent_version, 2, "the same text is the same version");

  assert.equal((await sendForm(service(), form.public_id, { name: "Ines", email: "ines@example.com" })).status, 202);
  await ada.call("leads.deleteSource", { id: form.id });
  assert.deepEqual((await ada.call("leads.listSources", {})).items, []);
  const { items } = await ada.call("leads.listSubmissions", {});
  assert.deepEqual(
    items.map((one) => one.source?.name),
    ["Talk to us"],
    "what was sent stays, with the form's name",
  );
  const { items: events } = await ada.call("events.list", {});
  const types = events.map((one) => one.type).filter((type) => type.startsWith("lead_source."));
  assert.deepEqual(new Set(types), new Set(["lead_source.created", "lead_source.updated", "lead_source.deleted"]));
});

test("visitors can be asked for real fields only, and for none that decides about the lead", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "lead", key: "score", label: "Score", field_type: "number" });
  await ada.call("types.addField", { type: "lead", key: "team_size", label: "Team size", field_type: "number" });
  const tries = ["owner", "status", "score", "created_at", "nothing_such", "last_activity_at"];
  for (const key of tries) await assert.rejects(giveForm(ada, { fields: [{ key: "email" }, { key }] }), { status: 422 }, key);
  await assert.rejects(giveForm(ada, { fields: [{ key: "email" }, { key: "email" }] }), /twice/);
  const form = await giveForm(ada, { fields: [{ key: "name" }, { key: "team_size", label: "How many are you?", help: "About" }] });
  assert.deepEqual(form.fields[1], { key: "team_size", label: "How many are you?", kind: "number", is_required: false, help: "About" });
});

test("a form sends its visitors to its own sites and nowhere else", async () => {
  const ada = await service().given.admin();
  const origins = ["https://example.com"];
  await assert.rejects(giveForm(ada, { origins, redirect_url: "https://evil.example/x" }), /origins/);
  await assert.rejects(giveForm(ada, { origins, redirect_url: "http://example.com/x" }), { status: 422 });
  await assert.rejects(giveForm(ada, { origins, redirect_url: "javascript:alert(1)" }), { status: 422 });
  await assert.rejects(giveForm(ada, { origins, redirect_url: "https://a:b@example.com/" }), { status: 422 });
  await assert.rejects(giveForm(ada, { origins: ["https://example.com/path"] }), { status: 422 });
  const form = await giveForm(ada, { origins, redirect_url: "https://example.com/thanks" });
  await assert.rejects(ada.call("leads.updateSource", { id: form.id, origins: [] }), /origins/, "taking the site away breaks it");
});

test("the texts of a form's page are kept as they were written, and left out there are none", async () => {
  const ada = await service().given.admin();
  const plain = await giveForm(ada);
  assert.deepEqual([plain.headline, plain.points, plain.privacy_url, plain.imprint_url], ["", [], null, null]);
  const texts = {
    headline: "Measure what flows",
    points: ["45 minutes", "45 minutes"],
    privacy_url: "https://www.example.com/privacy",
    imprint_url: "http://localhost:8080/imprint",
  };
  const form = await giveForm(ada, { ...texts, points: [" 45 minutes ", "45 minutes"] });
  const { headline, points, privacy_url, imprint_url } = form;
  assert.deepEqual({ headline, points, privacy_url, imprint_url }, texts);
  const changed = await ada.call("leads.updateSource", { id: form.id, points: [], privacy_url: null });
  assert.deepEqual([changed.headline, changed.points, changed.privacy_url], ["Measure what flows", [], null]);
  assert.equal(changed.imprint_url, "http://localhost:8080/imprint", "what is left out stays");
});

test("the links of a form are web addresses of any site, and each wrong one is named", async () => {
  const ada = await service().given.admin();
  for (const url of [
    "javascript:alert(1)",
    "data:text/html,x",
    "http://example.com/",
    "https://a:b@example.com/",
    "example.com",
    "//example.com",
  ])
    await assert.rejects(giveForm(ada, { privacy_url: url, imprint_url: url }), (error: AppError) => {
      assert.deepEqual(
        error.errors.map(({ pointer }) => pointer),
        ["/privacy_url", "/imprint_url"],
        url,
      );
      return true;
    });
  const form = await giveForm(ada);
  await assert.rejects(ada.call("leads.updateSource", { id: form.id, imprint_url: "vbscript:x" }), /imprint/);
  await assert.rejects(giveForm(ada, { points: Array.from({ length: 7 }, () => "One") }), { status: 422 });
  await assert.rejects(giveForm(ada, { points: ["x".repeat(101)] }), { status: 422 });
  await assert.rejects(giveForm(ada, { points: [" "] }), { status: 422 });
  await assert.rejects(giveForm(ada, { headline: "x".repeat(101) }), { status: 422 });
});

test("a member reads forms and an Admin changes them", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const form = await giveForm(ada);
  assert.equal((await max.call("leads.getSource", { id: form.id })).id, form.id);
  await assert.rejects(giveForm(max), { code: "admin_only" });
  await assert.rejects(max.call("leads.updateSource", { id: form.id, name: "Mine" }), { code: "admin_only" });
  await assert.rejects(max.call("leads.deleteSource", { id: form.id }), { code: "admin_only" });
});

test("another company's form is not there", async () => {
  const ada = await service().given.admin();
  const eve = await service().given.admin("Eve");
  const form = await giveForm(ada);
  await sendForm(service(), form.public_id, { name: "Ines", email: "ines@example.com", _website: "x" });
  const [submission] = (await ada.call("leads.listSubmissions", {})).items;
  assert.ok(submission);
  await assert.rejects(eve.call("leads.getSource", { id: form.id }), { status: 404 });
  await assert.rejects(eve.call("leads.updateSource", { id: form.id, name: "Mine" }), { status: 404 });
  await assert.rejects(eve.call("leads.setSourceState", { id: form.id, state: "paused" }), { status: 404 });
  await assert.rejects(eve.call("leads.deleteSource", { id: form.id }), { status: 404 });
  await assert.rejects(eve.call("leads.getSubmission", { id: submission.id }), { status: 404 });
  await assert.rejects(eve.call("leads.releaseSubmissions", { ids: [submission.id] }), { status: 404 });
  await assert.rejects(eve.call("leads.dropSubmissions", { ids: [submission.id] }), { status: 404 });
  assert.deepEqual((await eve.call("leads.listSubmissions", { source: form.id })).items, []);
});

test("a company has at most 50 forms, and a deleted one makes room", async () => {
  const ada = await service().given.admin();
  const forms = [];
  for (let n = 0; n < 50; n++) forms.push(await giveForm(ada, { name: `Form ${n}` }));
  await assert.rejects(giveForm(ada), { code: "quota_reached" });
  await ada.call("leads.deleteSource", { id: forms[7]?.id ?? "" });
  await giveForm(ada);
});

test("a list of forms says how much came lately, when, and what is held", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const before = service().clock.now().toISOString();
  for (const n of [1, 2, 3]) await sendForm(service(), form.public_id, { name: `Visitor ${n}`, email: `v${n}@example.com` });
  await sendForm(service(), form.public_id, { name: "Robot", email: "r@example.com", _website: "https://spam.example" });
  const [shown] = (await ada.call("leads.listSources", {})).items;
  assert.deepEqual(shown?.last_week, { accepted: 3, held: 1 });
  assert.deepEqual(shown?.held, { count: 1, is_exact: true });
  const last = shown?.last_received_at ?? "";
  assert.ok(last >= before && last <= service().clock.now().toISOString(), last);
});
