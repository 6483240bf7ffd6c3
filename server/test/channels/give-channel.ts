import { newId } from "../../src/platform/random.ts";
import type { Person, Service } from "../service.ts";

/** An API channel with items that could not be taken, by the prefixes of their ids. */
export async function giveChannel(service: Service, admin: Person, name = "Trade fair app", count = 1) {
  const { id } = await admin.call("channels.create", { kind: "api", name });
  const given = { chn: id, itm: "" };
  for (let at = 0; at < count; at++) given.itm = await giveFailedItem(service, admin, id);
  return given;
}

/** No worker runs here, so the state is written by hand. */
export async function giveFailedItem(service: Service, person: Person, channel: string, text = "Hello"): Promise<string> {
  const message = { id: channel, external_id: newId(), from: { address: "ines@vosmetering.example" }, text };
  const { item } = await person.call("channels.putInbound", message);
  await service.database.query("update inbound_items set state = 'failed', reason = 'Not readable.', attempts = 3 where source_key = $1", [
    `message/${message.external_id}`,
  ]);
  return item;
}
