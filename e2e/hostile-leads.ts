import type { Page } from "@playwright/test";
import { PAYLOADS } from "./hostile.ts";
import { addForm, type Form, sendForm } from "./leads.ts";
import { ask } from "./records.ts";

export interface StoredLeads {
  form: Form;
  /** What stands in an address where the paths of the pages have a name in braces. */
  ids: Record<string, string>;
  values: number;
}

const within = (most: number) => PAYLOADS.filter((text) => text.length <= most);
const at = (texts: string[], place: number) => texts[place % texts.length] ?? "";

/** Writes the payloads wherever a visitor of a form, or the Admin who made it, can write. */
export async function storeLeads(page: Page, baseUrl: string): Promise<StoredLeads> {
  const [button = "", thanks = "", intro = "", consent_text = ""] = within(40);
  const pageTexts = { headline: at(within(100), 6), points: within(100).slice(0, 6), ...linksOf(baseUrl) };
  const form = await addForm(page, at(PAYLOADS, 1), { button, thanks, intro, consent_text, ...pageTexts, fields: fieldsOf() });
  const quiet = await addForm(page, at(PAYLOADS, 5));
  // An address may send ten a minute: each carries several payloads.
  for (let sent = 0; sent < 9; sent++) await sendForm(baseUrl, form, submissionOf(sent));
  for (let sent = 0; sent < 9; sent++) await sendForm(baseUrl, quiet, { ...submissionOf(sent + 9), _website: at(PAYLOADS, sent) });
  const { destination } = await ask<{ destination: { id: string } }>(page, "leadSending.createDestination", {
    name: at(within(80), 4),
    kind: "http",
    // Nobody listens there: the delivery shows a failed attempt.
    url: "http://127.0.0.1:9/hostile",
  });
  await ask(page, "leadSending.saveRules", {
    rules: within(80).map((name, place) => ({
      name,
      // Text in a filter is a text too.
      filter: `name:"${at(within(40), place).replaceAll(/["\\]/g, "")}"`,
      // oxlint-disable-next-line unicorn/no-thenable -- the word of a rule: when, then, only
      then: { kind: "send", destination_id: destination.id },
    })),
    note: at(within(80), 2),
  });
  const lead = await takenLead(page, form);
  await answered(page, lead);
  await ask(page, "leadSending.routeAgain", { id: lead });
  const { delivery } = await ask<{ delivery: string }>(page, "leadSending.testDestination", { id: destination.id });
  const held = await ask<{ items: { id: string }[] }>(page, "leads.listSubmissions", { state: "held", source: quiet.id });
  const ids = { source: form.id, submission: held.items[0]?.id ?? "", destination: destination.id, delivery };
  return { form, ids, values: 18 * 8 + within(80).length * 2 + 19 };
}

/** Addresses that are one and carry a payload: the others are refused, as server/src/features/leads/sources.test.ts says. */
const linksOf = (baseUrl: string) => ({
  privacy_url: `https://pwned.example/${at(PAYLOADS, 1)}`,
  imprint_url: `${baseUrl}/?${at(PAYLOADS, 5)}`,
});

const fieldsOf = () =>
  ["name", "email", "company", "message", "phone"].map((key, place) => ({
    key,
    label: `${at(within(50), place)} ${place}`,
    help: at(within(60), place + 3),
  }));

const submissionOf = (sent: number) => ({
  name: at(PAYLOADS, sent * 3),
  email: `visitor${sent}@pwned.example`,
  company: at(PAYLOADS, sent * 3 + 1),
  message: at(PAYLOADS, sent * 3 + 2),
  _page: `https://pwned.example/${at(PAYLOADS, sent)}`,
  _referrer: at(PAYLOADS, sent + 1),
  utm_source: at(PAYLOADS, sent + 2),
  utm_campaign: at(PAYLOADS, sent + 3),
});

/** The first lead that came from the form: a worker takes it within moments. */
async function takenLead(page: Page, form: Form): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const { items } = await ask<{ items: { lead: string | null }[] }>(page, "leads.listSubmissions", { source: form.id });
    const lead = items.find((one) => one.lead !== null)?.lead;
    if (lead) return lead;
    await page.waitForTimeout(100);
  }
  throw new Error("no submission became a lead");
}

/** Waits until no destination is asked to take the lead: a lead that is being sent is not routed again. */
async function answered(page: Page, lead: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { items } = await ask<{ items: { state: string }[] }>(page, "leadSending.listDeliveries", { lead });
    if (!items.some(({ state }) => state === "reserved" || state === "sending")) return;
    await page.waitForTimeout(100);
  }
  throw new Error("the lead is still being sent");
}
