import assert from "node:assert/strict";
import { axeViolations } from "./axe.ts";
import { settled, signIn, sizes } from "./browser.ts";
import { test } from "./fixtures.ts";
import { oddities, PAYLOADS, watch } from "./hostile.ts";
import { addDeal, ask } from "./records.ts";
import { sharedReceiver, until } from "./webhook-receiver.ts";

const demo = sharedReceiver();

test("nothing in a body, an answer, a name, an address or a filter runs or becomes markup; every page is accessible", async () => {
  const { page, consoleErrors } = await demo.enter("/company/webhooks");
  const { receiver } = demo;
  const found: string[] = [];
  await watch(page, found);
  const look = async (what: string) => {
    await settled(page);
    for (const odd of await oddities(page)) found.push(`${what}: ${odd}`);
  };
  receiver.answer.body = PAYLOADS.join("\n");
  const hostile = String(PAYLOADS[1]);
  const { webhook } = await ask<{ webhook: { id: string } }>(page, "webhooks.create", {
    name: hostile,
    url: `${receiver.url}/hostile?"><img data-pwned src=x onerror=pwned(1)>`,
    event_types: ["record.created"],
    filter: "type:deal name~pwned",
  });
  const names = PAYLOADS.filter((text) => text.includes("pwned"));
  // Each payload is a name, and the bodies of the first and the last have all of them.
  const all = PAYLOADS.join(" ");
  const items = names.map((name) => ({ values: { name, stage: "proposal", amount: 1 } }));
  await ask(page, "records.batch", { type: "deal", items });
  const arrived = () => receiver.at("/hostile").length;
  await until(() => arrived() >= names.length);
  await addDeal(page, hostile, { next_step: all });
  await until(() => arrived() > names.length);
  receiver.answer.status = 422;
  await addDeal(page, `Refused ${hostile}`, { next_step: all });
  await until(() => arrived() > names.length + 1);

  await page.goto("/company/webhooks");
  await page.getByRole("region", { name: "Not delivered" }).waitFor();
  await look("the list");
  await page.goto(`/company/webhooks/${webhook.id}`);
  await page.getByRole("link", { name: "record.created" }).first().waitFor();
  await look("the webhook");
  const { items: sent } = await ask<{ items: { event: string; state: string }[] }>(page, "webhooks.listDeliveries", {
    webhook: webhook.id,
    limit: 100,
  });
  assert.equal(sent.length, names.length + 2);
  for (const { event } of sent.slice(0, 6)) {
    await page.goto(`/company/webhooks/${webhook.id}/deliveries/${event}`);
    const answer = page.getByRole("region", { name: "Body of the answer" });
    await answer.waitFor();
    assert.equal(await answer.textContent(), PAYLOADS.join("\n"), "shown as it was written");
    await look(event);
  }
  await page.goto(`/company/webhooks/${webhook.id}/edit`);
  await page.getByText(/would be sent/).waitFor();
  for (const summary of await page.locator("summary").all()) await summary.click();
  await look("the editor");
  await page.goto(`/company/webhooks/${webhook.id}`);
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await look("the replay");
  assert.deepEqual(found, [], "0 scripts");
  console.log(`${names.length} names, ${PAYLOADS.length} payloads in bodies and in every answer: 0 scripts`);

  const paths = ["", "/new", `/${webhook.id}`, `/${webhook.id}/edit`, `/${webhook.id}/deliveries/${sent[0]?.event}`];
  for (const path of paths) {
    await page.setViewportSize(sizes.desktop);
    await page.goto(`/company/webhooks${path}`);
    await settled(page);
    assert.deepEqual(await axeViolations(page), [], `axe on ${path}`);
    await page.emulateMedia({ colorScheme: "dark" });
    await settled(page); // Colours fade.
    assert.deepEqual(await axeViolations(page), [], `axe on ${path}, dark`);
    await page.emulateMedia({ colorScheme: "light" });
    for (const width of [820, sizes.phone.width]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(over <= 0, `${path} fits into ${width}`);
    }
    assert.deepEqual(await axeViolations(page), [], `axe on ${path}, phone`);
  }
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
});

test("a Member reads the health and the log, and neither bodies nor buttons; no list has a secret", async () => {
  const { page: admin } = await demo.enter("/company/webhooks");
  const { receiver, installation } = demo;
  receiver.answer.status = 200;
  const { secret } = await demo.create(admin, "Shared");
  await addDeal(admin, "Shared deal");
  await until(() => receiver.at("/shared").length > 0);
  const { page } = await demo.visit();
  await signIn(page, installation.member, "/company/webhooks");
  await page.getByRole("link", { name: "Shared", exact: true }).waitFor();
  for (const one of [admin, page]) {
    await one.goto("/company/webhooks");
    await settled(one);
    assert.ok(!(await one.content()).includes("whsec_"));
    assert.ok(!JSON.stringify(await ask(one, "webhooks.list", {})).includes(secret.slice("whsec_".length)));
  }
  await page.getByRole("link", { name: "Shared", exact: true }).click();
  await page.getByRole("link", { name: "record.created" }).first().waitFor();
  assert.equal(await page.getByRole("button", { name: /Replay|Send a test|Actions for|Resend|Try now/ }).count(), 0);
  await page.getByRole("link", { name: "record.created" }).first().click();
  await page.getByText("Only Admins can see the body.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Resend now" }).count(), 0);
  await page.goto("/company/webhooks/new");
  await page.getByText("Only an Admin can add a webhook.").waitFor();
  await admin.context().close();
  await page.context().close();
});
