import type { Person } from "../service.ts";

const REPLAYED = { since: "2026-01-01T00:00:00Z", until: "2026-02-01T00:00:00Z" };

/** A webhook with messages that wait and replays, by the prefixes of their ids. Nothing is sent unless a worker runs. */
export async function giveWebhook(admin: Person, path = "kith", count = 1) {
  const { webhook } = await admin.call("webhooks.create", { url: `https://93.184.216.34/${path}` });
  const given = { whk: webhook.id, evt: "", rpl: "" };
  for (let made = 0; made < count; made++) {
    given.evt = (await admin.call("webhooks.sendTest", { id: webhook.id })).event;
    given.rpl = (await admin.call("webhooks.createReplay", { id: webhook.id, ...REPLAYED })).id;
  }
  return given;
}
