import assert from "node:assert/strict";
import { test } from "node:test";
import { giveForm, sendForm } from "../../../test/leads/forms.ts";
import { sharedService } from "../../../test/service.ts";

const service = sharedService();

test("a form tells what came, what was let in and dropped, and which reasons there were", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const robot = (n: number) =>
    sendForm(service(), form.public_id, { name: `Robot ${n}`, email: `r${n}@example.com`, _website: "https://spam.example" });
  await sendForm(service(), form.public_id, { name: "Camille", email: "camille@corrin.example" });
  for (const n of [1, 2, 3]) await robot(n);
  const { items } = await ada.call("leads.listSubmissions", { source: form.id, state: "held" });
  const [first = "", second = ""] = items.map(({ id }) => id);
  await ada.call("leads.dropSubmissions", { ids: [first] });
  await ada.call("leads.releaseSubmissions", { ids: [second] });
  const { reasons, ...figures } = await ada.call("leads.getSpamFigures", { id: form.id });
  assert.deepEqual(figures, { accepted: 1, released: 1, dropped: 1, held: 1, is_exact: true });
  assert.equal(reasons["honeypot"], 2);
  const other = await giveForm(ada);
  assert.deepEqual(await ada.call("leads.getSpamFigures", { id: other.id }), {
    accepted: 0,
    released: 0,
    dropped: 0,
    held: 0,
    reasons: {},
    is_exact: true,
  });
});

test("the figures of another company's form are not found", async () => {
  const ada = await service().given.admin();
  const eve = await service().given.admin();
  const form = await giveForm(ada);
  await assert.rejects(eve.call("leads.getSpamFigures", { id: form.id }), { code: "not_found" });
});

test("a text is tried without being sent: links add up, and words alone hold nothing", async () => {
  const ada = await service().given.admin();
  const attempt = (text: string) => ada.call("leads.tryText", { text });
  assert.deepEqual(await attempt("Six tanks, two of them outdoors."), { score: 0, is_held: false, reasons: [] });
  const some = await attempt("See https://a.example and https://b.example");
  const many = await attempt("https://a.example https://b.example https://c.example https://d.example");
  assert.deepEqual([some.reasons, many.reasons], [["links"], ["links"]]);
  assert.ok(some.score < many.score);
});
