import { callbackOf, DOUBLE, messageOf, postCallback } from "./mail/whatsapp-double.ts";
import { messageRow } from "./messages.ts";
import type { Person, Service } from "./service.ts";
import { until } from "./waiting.ts";

/** What Meta shows to whoever connects the double's number. */
const NUMBER = {
  phone_number_id: DOUBLE.phoneNumberId,
  business_account_id: DOUBLE.businessId,
  token: DOUBLE.token,
  app_secret: DOUBLE.appSecret,
};

export interface ConnectedNumber {
  id: string;
  /** Where Meta calls. */
  url: string;
}

export async function connectNumber(service: Service, person: Person): Promise<ConnectedNumber> {
  const connect = () => person.call("channels.connectWhatsApp", { name: "WhatsApp", ...NUMBER });
  // The first call of a service loads what it needs for the network, which on a busy machine can take longer than a call may.
  const { channel, callback } = await connect().catch(connect);
  // BASE_URL is not where the test's service listens.
  return { id: channel.id, url: callback.url.replace("http://localhost", service.url) };
}

/** Somebody writes. Answers their conversation, once it is there. */
export async function receive(person: Person, { url, id: channel }: ConnectedNumber, given: Parameters<typeof messageOf>[0]) {
  const response = await postCallback(url, callbackOf([messageOf(given)]));
  if (!response.ok) throw new Error(`the callback was answered ${response.status}`);
  return until(async () => {
    const { items } = await person.call("inbox.list", { filter: "state:open", limit: 100 });
    const found = items.find((one) => one.channel.id === channel && one.from?.address === `+${given.from}`);
    return found && (given.text === undefined || found.preview === given.text) && found;
  }, `something of ${given.from} arrives`);
}

/** The message as soon as it is in a state. */
export async function untilState(service: Service, id: string, ...states: string[]): Promise<Record<string, unknown>> {
  let row = await messageRow(service, id);
  await until(
    async () => states.includes(String((row = await messageRow(service, id))["state"])),
    () => `${id} is ${states.join(" or ")}, and not ${String(row["state"])}: ${String(row["error"])}`,
  );
  return row;
}
