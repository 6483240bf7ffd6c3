import type { Page } from "@playwright/test";
import { addDeal, ask } from "../../e2e/records.ts";
import { startReceiver, until } from "../../e2e/webhook-receiver.ts";
import { inFew, never, refuse, says, type Shot, shot, skeleton, state } from "./shot.ts";

// The pages show these names in place of the receiver's own address.
const HOST = "https://hooks.tideway.example";
const LIST = "/company/webhooks";
const SECOND_MS = 1_000;

const WEBHOOKS = [
  { name: "Old intranet", path: "/crm", event_types: ["record.created"], filter: "type:organization" },
  { name: "Won deals to the wall screen", path: "/won", event_types: ["record.deleted"], filter: "type:deal stage:won" },
  { name: "Billing", path: "/ledger", event_types: ["record.created"], filter: "type:deal amount>=10000" },
  { name: "New leads to n8n", path: "/flow/6f0c21", event_types: ["record.created"], filter: "type:lead" },
  { name: "Data lake", path: "/events", event_types: [], filter: "" },
  { name: "Warehouse sync", path: "/kith", event_types: ["record.created"], filter: "type:deal stage:won,lost" },
];

/** Webhooks in every state, with a receiver of their own, and the pictures of them. */
export async function addWebhooks(page: Page) {
  const receiver = await startReceiver();
  receiver.answers.set("/kith", {
    status: 500,
    body: '{"error":"TypeError: Cannot read properties of null (reading \'length\')","at":"next_step"}',
  });
  receiver.answers.set("/crm", { status: 410, body: "Gone" });
  const ids = new Map<string, string>();
  for (const { path, ...settings } of WEBHOOKS) {
    const made = await ask<{ webhook: { id: string } }>(page, "webhooks.create", { ...settings, url: receiver.url + path });
    ids.set(path, made.webhook.id);
  }
  await ask(page, "records.create", { type: "organization", values: { name: "Westerly Dosing" } });
  for (const name of ["Ada Whitcombe", "Bram Osei", "Chidi Larsen"]) await ask(page, "records.create", { type: "lead", values: { name } });
  for (const place of ["south plant", "tank farm", "laboratory", "north pier", "phase one", "phase two", "workshop"])
    await addDeal(page, `Ember flow metering, ${place}`, { stage: "won" });
  const id = ids.get("/kith") ?? "";
  const stateOf = async () => (await ask<{ state: string }>(page, "webhooks.get", { id })).state;
  await until(async () => (await stateOf()) === "down");
  const tried = async () => {
    const { items } = await ask<{ items: { event: string; attempts: number }[] }>(page, "webhooks.listDeliveries", { webhook: id });
    return items.toSorted((one, other) => other.attempts - one.attempts)[0] ?? { event: "", attempts: 0 };
  };
  const { event } = await tried();
  // Sent again by hand, so that the picture shows several attempts.
  await until(async () => {
    await ask(page, "webhooks.resend", { id, event });
    await page.waitForTimeout(SECOND_MS);
    return (await tried()).attempts >= 3;
  });

  const named = (one: Shot): Shot => ({
    ...one,
    async show(shown) {
      await shown.route("**/app/call/webhooks.*", async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(receiver.url, HOST) });
      });
      await one.show(shown);
    },
  });
  const openReplay = async (shown: Page) => {
    await shown.getByRole("button", { name: "Replay", exact: true }).click();
    await shown.getByText(/will be sent/).waitFor();
  };
  const shots = [
    named(shot("webhooks", LIST)),
    state("webhooks-loading", LIST, never("webhooks.list"), skeleton),
    state("webhooks-error", LIST, refuse("webhooks.list"), says("The webhooks could not be loaded")),
    named(shot("webhook", `${LIST}/${id}`)),
    named(inFew(shot("webhook-editor", `${LIST}/${id}/edit`))),
    named(inFew(shot("webhook-replay", `${LIST}/${ids.get("/ledger")}`, openReplay))),
    named(shot("webhook-delivery", `${LIST}/${id}/deliveries/${event}`)),
  ];
  return { shots, [Symbol.asyncDispose]: async () => receiver.stop() };
}
