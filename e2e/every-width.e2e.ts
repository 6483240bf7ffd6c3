import assert from "node:assert/strict";
import type { Locator } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { choose, contacts } from "./chosen-file.ts";
import { settled, signIn, visit, windows } from "./browser.ts";
import { test } from "./fixtures.ts";
import { receive } from "./incoming.ts";
import { addForm, sendForm, spam } from "./leads.ts";
import { layoutFaults, scrollTo } from "./layout-faults.ts";
import { addDeal, ask, firstOf } from "./records.ts";

/** What is worked with has at least this much of the screen, also in a low window. */
const MIN_WORK_PX = 120;

const LONG = "A deal whose name is so much longer than any column that it has to end somewhere, phase two";

interface Shown {
  path: string;
  /** What is there when the page is complete. */
  until?: () => Locator;
  /** Opens something in the page. */
  show?: () => Promise<unknown>;
  /** What is worked with. */
  work?: () => Locator;
}

test("every page that people work on can be read and used in every window", { tag: "@matrix" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signIn(page, installation.admin);
  const id = await addDeal(page, LONG, { next_step: "Send the offer, then call the two people who decide about it" });
  await ask(page, "records.addNote", { id, text: "They want the gauges before winter. ".repeat(8) });
  // Nobody listens there.
  const { webhook } = await ask<{ webhook: { id: string } }>(page, "webhooks.create", {
    name: `Webhook of ${LONG}`.slice(0, 100),
    url: `http://127.0.0.1:9/${"long/".repeat(30)}`,
    filter: "type:deal stage:won,lost amount>=10000 name~metering",
  });
  const channel = await ask<{ id: string }>(page, "channels.create", { kind: "api", name: `Channel of ${LONG}`.slice(0, 100) });
  const conversation = await receive(page, channel.id, {
    thread: "widths",
    name: "Somebody With A Name That Goes On And On",
    from: `${"long-".repeat(10)}name@a.example`,
    subject: `About ${LONG}`,
    text: `They want the gauges before winter.\nhttps://a.example/${"long/".repeat(30)}`,
    files: [{ name: `${"long-".repeat(20)}name.txt`, type: "text/plain", base64: "bG9uZw==" }],
  });
  await ask(page, "inbox.update", { id: conversation, tags: ["before winter", "somebody with a name", "gauges and valves"] });
  await ask(page, "cannedReplies.create", { name: LONG, text: "Thank you for your message. ".repeat(20), is_shared: true });
  const { event } = await ask<{ event: string }>(page, "webhooks.sendTest", { id: webhook.id });
  const form = await addForm(page, `Form of ${LONG}`.slice(0, 100), {
    consent_text: "They may answer by email and phone. ".repeat(6),
    origins: [`https://${"long-".repeat(10)}name.example`],
  });
  await sendForm(
    installation.baseUrl,
    form,
    spam("Somebody With A Name That Goes On And On", `https://a.example/${"long/".repeat(30)} `.repeat(4)),
  );
  const sent = await ask<{ items: { id: string }[] }>(page, "leads.listSubmissions", { source: form.id });
  const submission = sent.items[0]?.id ?? "";
  const { destination } = await ask<{ destination: { id: string } }>(page, "leadSending.createDestination", {
    name: `Destination of ${LONG}`.slice(0, 100),
    kind: "http",
    url: `http://127.0.0.1:9/${"long/".repeat(30)}`,
    mapping: [{ to: "person.of.the.organization.email", from: "template", value: "{{name}} ".repeat(20) }],
  });
  const { delivery } = await ask<{ delivery: string }>(page, "leadSending.testDestination", { id: destination.id });

  const grid = () => page.getByRole("grid");
  const shown: Record<string, Shown> = {
    "the record, its timeline": { path: `/records/deal/${id}`, until: () => page.getByText("before winter").first() },
    "the record, its fields": { path: `/records/deal/${id}`, show: () => showPart("Fields") },
    "what is related to it": { path: `/records/deal/${id}`, show: () => showPart("Related") },
    "a list": {
      path: "/records/deal",
      until: () => page.getByText(LONG).first(),
      work: () => grid().or(page.getByRole("list")).last(),
    },
    "a filtered list": { path: "/records/deal?filter=stage:proposal amount>20k" },
    "a board": { path: "/records/deal?layout=board", work: () => page.getByRole("group", { name: "Deals by stage" }) },
    "a dashboard": { path: "/dashboard", until: () => page.getByRole("region", { name: "Forecast" }) },
    "an import": { path: "/records/import?type=contact" },
    "the columns of a file": { path: "/records/import?type=contact", show: mapFile },
    "the data model": { path: "/company/data-model?type=deal" },
    "the inbox": { path: "/inbox", work: () => page.getByRole("region", { name: "Conversations", exact: true }) },
    "a conversation": { path: `/inbox/${conversation}`, work: () => page.getByRole("region", { name: "Messages" }) },
    "canned replies": { path: "/company/canned-replies" },
    notifications: { path: "/notifications" },
    "notifications by email": { path: "/profile/notifications" },
    "answer times": { path: "/company/answer-times" },
    "API keys": { path: "/profile/api" },
    company: { path: "/company" },
    signatures: { path: "/profile/signatures" },
    calendar: { path: "/profile/calendar" },
    channels: { path: "/company/channels" },
    "a channel": { path: `/company/channels/${channel.id}` },
    "connecting a mailbox": { path: "/company/channels?add=true" },
    webhooks: { path: "/company/webhooks" },
    "a webhook": { path: `/company/webhooks/${webhook.id}`, until: () => page.getByText(/Failing since/).first() },
    "a delivery": { path: `/company/webhooks/${webhook.id}/deliveries/${event}` },
    "the settings of a webhook": { path: `/company/webhooks/${webhook.id}/edit` },
    forms: { path: "/lead-sending/sources" },
    "a new form": { path: "/lead-sending/sources/new" },
    "a form": { path: `/lead-sending/sources/${form.id}` },
    "spam of a form": { path: `/lead-sending/sources/${form.id}?tab=spam` },
    "where a form goes": { path: `/lead-sending/sources/${form.id}?tab=where` },
    "a form for a site": { path: `/lead-sending/sources/${form.id}?tab=embed` },
    "what is held": { path: "/lead-sending/spam", work: () => page.getByRole("list", { name: "Submissions" }) },
    "why it is held": { path: `/lead-sending/spam?open=${submission}` },
    "a submission": { path: `/lead-sending/submissions/${submission}` },
    "the lead rules": { path: "/lead-sending/rules" },
    "a lead rule in editing": { path: "/lead-sending/rules", show: () => page.getByRole("button", { name: /^Add rule/ }).click() },
    destinations: { path: "/lead-sending/destinations" },
    "a new destination": { path: "/lead-sending/destinations/new" },
    "a destination": { path: `/lead-sending/destinations/${destination.id}` },
    "a lead that was sent": { path: `/lead-sending/deliveries/${delivery}` },
    "the lead log": { path: "/lead-sending/log" },
    "first responses": { path: "/lead-sending/first-response" },
    "working hours": { path: "/lead-sending/hours" },
  };

  async function showPart(name: string) {
    const part = page.getByRole("group", { name: "Show" }).getByRole("button", { name });
    if (await part.isVisible()) await part.click();
  }
  async function mapFile() {
    await choose(page, contacts(30, "widths"));
    await page.getByRole("region", { name: "Preview" }).getByRole("row").nth(2).waitFor();
  }

  // All of them at once: one fault often explains the others.
  const faults: Record<string, string[]> = {};
  const look = async (what: string) => {
    const found = await layoutFaults(page);
    if (found.length > 0) faults[what] = found;
  };
  for (const [what, { path, until, show, work }] of Object.entries(shown)) {
    let isOpen = false;
    for (const [window, size] of Object.entries(windows)) {
      await page.setViewportSize(size);
      // A page follows its window. It is loaded again only where something has to be opened in it.
      if (!isOpen || show) await page.goto(path);
      isOpen = true;
      await settled(page);
      await until?.().waitFor();
      await show?.();
      await look(`${what}, ${window}`);
      const box = await work?.().boundingBox();
      const height = box ? Math.min(box.y + box.height, size.height) - box.y : MIN_WORK_PX;
      if (height < MIN_WORK_PX) faults[`room for ${what}, ${window}`] = [`${height} px`];
      for (const place of ["end", "start"] as const) if (await scrollTo(page, place)) await look(`the ${place} of ${what}, ${window}`);
    }
  }
  assert.deepEqual(faults, {});
  assert.deepEqual(consoleErrors, []);
});

test(
  "the pages that are opened most are accessible in every window and both themes",
  { tag: "@matrix" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation({ withDemo: true });
    const { page, consoleErrors } = await visit(browser, installation.baseUrl);
    await signIn(page, installation.admin);
    const { id } = await firstOf(page, "deal", "stage:negotiation");
    const lists = ["/records/deal", "/records/deal?layout=board", `/records/deal/${id}`, "/records/import?type=contact"];
    const settings = ["/lead-sending/rules", "/lead-sending/sources", "/company/webhooks", "/company", "/profile/api"];
    const faults: Record<string, string[]> = {};
    for (const path of ["/dashboard", "/inbox", ...lists, ...settings]) {
      await page.goto(path);
      for (const [window, size] of Object.entries(windows)) {
        await page.setViewportSize(size);
        for (const scheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          await page.waitForFunction((wanted) => document.documentElement.dataset["mantineColorScheme"] === wanted, scheme);
          await settled(page);
          const found = await axeViolations(page);
          if (found.length > 0) faults[`${path}, ${window}, ${scheme}`] = found;
        }
      }
    }
    assert.deepEqual(faults, {});
    assert.deepEqual(consoleErrors, []);
  },
);
