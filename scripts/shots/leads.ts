import type { Page } from "@playwright/test";
import { addForm, sendForm, spam } from "../../e2e/leads.ts";
import { ask, firstOf } from "../../e2e/records.ts";
import { until } from "../../e2e/webhook-receiver.ts";
import { inFew, never, onDesktop, refuse, says, type Shot, shot, skeleton, state } from "./shot.ts";

const LIST = "/lead-sending/sources";
const HELD = "/lead-sending/spam";
const HOST = "https://crm.tideway.example";

const FORM = {
  fields: [
    { key: "name", is_required: true },
    { key: "email", label: "Work email", is_required: true },
    { key: "company", label: "Company", is_required: true },
    { key: "phone", help: "Only if we may call you." },
    { key: "message", label: "Anything we should know" },
  ],
  intro: "An engineer calls you within one working day.",
  privacy_url: "https://www.tideway.example/privacy",
  button: "Request a demo",
  consent_text: "Fernhill Instruments may answer me by email and phone.",
  is_consent_required: true,
  origins: ["https://www.tideway.example", "https://fair.tideway.example"],
};

const LEAD = {
  name: "Camille Laurent",
  email: "camille@corrin.example",
  company: "Corrin Dairy",
  message: "Six tanks, two of them outdoors.",
  consent: true,
  _page: "https://www.tideway.example/products/level?utm_source=google&utm_medium=cpc&utm_campaign=flow-autumn",
  _referrer: "https://www.google.com/",
};

/** Forms in every state with what was sent, and the pictures of them. */
export async function addLeads(page: Page, baseUrl: string): Promise<Shot[]> {
  await addForm(page, "Newsletter", { state: "draft" });
  await addForm(page, "Fair stand", { origins: ["https://fair.tideway.example"] });
  const form = await addForm(page, "Request a demonstration", FORM);
  await sendForm(baseUrl, form, LEAD);
  await sendForm(baseUrl, form, {
    ...LEAD,
    message: "And one more question: do you deliver to Brittany?",
    _page: "https://www.tideway.example/contact",
  });
  const held = [
    spam("Hassan Iqbal", "Hello, we run three dairies near Porto and want level sensors in the tanks."),
    spam("Win A Prize", "You have been selected, press here"),
    spam("Seo Expert", "SEO for your site, see https://a.example and https://b.example and https://c.example. First page in 14 days."),
  ];
  for (const values of held) await sendForm(baseUrl, form, { ...values, company: "Mailbox", consent: true });
  await until(
    async () => (await ask<{ items: object[] }>(page, "leads.listSubmissions", { state: "taken", source: form.id })).items.length === 2,
  );
  const { items } = await ask<{ items: { id: string }[] }>(page, "leads.listSubmissions", { state: "held", source: form.id });
  const lead = await firstOf(page, "lead", 'email:"camille@corrin.example"');
  const at = `${LIST}/${form.id}`;

  // The pages show an address as it would be, in place of this machine's.
  const named = (one: Shot): Shot => ({
    ...one,
    async show(shown) {
      await shown.route("**/app/call/leads.*", async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(baseUrl, HOST) });
      });
      await one.show(shown);
    },
  });
  const change = async (shown: Page) => {
    await shown
      .getByRole("button", { name: /^Company/ })
      .first()
      .click();
    await shown.getByRole("textbox", { name: "Question" }).fill("Where do you work?");
  };
  const preview = async (shown: Page) => {
    await shown.getByRole("button", { name: "Preview" }).click();
    await shown.getByRole("dialog", { name: "Preview" }).waitFor();
  };
  const sent = async (shown: Page) => {
    const related = shown.getByRole("group", { name: "Show" }).getByRole("button", { name: "Related" });
    if (await related.isVisible()) await related.click();
    await shown.getByRole("region", { name: "Forms sent" }).waitFor();
  };
  const convert = async (shown: Page) => {
    await shown.getByRole("button", { name: /^Convert/ }).click();
    await shown.getByRole("dialog", { name: /^Convert/ }).waitFor();
  };
  return [
    shot("lead-sources", LIST),
    state("lead-sources-loading", LIST, never("leads.listSources"), skeleton),
    state("lead-sources-error", LIST, refuse("leads.listSources"), says("The forms could not be loaded")),
    named(shot("lead-source", at)),
    named(inFew(shot("lead-source-changed", at, change))),
    { ...named(shot("lead-source-preview", at, preview)), looks: ["phone-light", "phone-dark"] },
    inFew(shot("lead-source-new", `${LIST}/new`)),
    named(inFew(shot("lead-source-spam", `${at}?tab=spam`))),
    named(inFew(shot("lead-source-where", `${at}?tab=where`))),
    named(inFew(shot("lead-source-embed", `${at}?tab=embed`))),
    shot("lead-held", HELD),
    onDesktop(shot("lead-held-open", `${HELD}?open=${items[0]?.id ?? ""}`)),
    { ...shot("lead-held-panel", `${HELD}?open=${items[0]?.id ?? ""}`), looks: ["phone-light"] },
    state("lead-held-empty", `${HELD}?state=failed`, async () => {}, says("Nothing failed")),
    inFew(shot("lead-submission", `/lead-sending/submissions/${items[0]?.id ?? ""}`)),
    inFew(shot("lead-forms-sent", `/records/lead/${lead.id}`, sent)),
    shot("lead-convert", `/records/lead/${lead.id}`, convert),
  ];
}
