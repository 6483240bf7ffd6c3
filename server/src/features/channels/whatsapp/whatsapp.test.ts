import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  callbackOf,
  DOUBLE,
  messageOf,
  postCallback,
  startWhatsAppDouble,
  statusOf,
  type WhatsAppDouble,
} from "../../../../test/mail/whatsapp-double.ts";
import { startService, type Person, type Service } from "../../../../test/service.ts";
import { readApiItem } from "../adapters/api.ts";

let double: WhatsAppDouble;
let service: Service;
let ada: Person;
before(async () => {
  double = await startWhatsAppDouble();
  service = await startService({ env: { OUTBOUND_ALLOW: "127.0.0.0/8", WHATSAPP_URL: `${double.url}/v23.0` } });
  ada = await service.given.admin();
});
after(async () => {
  await service.close();
  await double.stop();
});

const own = {
  phone_number_id: DOUBLE.phoneNumberId,
  business_account_id: DOUBLE.businessId,
  token: DOUBLE.token,
  app_secret: DOUBLE.appSecret,
};
/** BASE_URL is not where the test's service listens. */
const here = (url: string) => url.replace("http://localhost", service.url);
const connect = async (person = ada) => {
  const { channel, callback } = await person.call("channels.connectWhatsApp", { name: "WhatsApp", ...own });
  return { id: channel.id, channel, callback, url: here(callback.url) };
};
const itemsOf = () =>
  service.database.query(
    "select source_key, bytes, state = 'new' and next_try_at > now() + interval '10 minutes' as is_held from inbound_items order by source_key",
  );

test("a number is tried before it is saved, and no secret of it is shown again or stored in the clear", async () => {
  const wrong = await ada.post("channels.connectWhatsApp", { name: "WhatsApp", ...own, token: "a-wrong-token" });
  assert.equal(wrong.status, 422);
  assert.match(await wrong.text(), /access token/);
  const ben = await service.given.admin();
  const { channel, url, callback, id } = await connect(ben);
  assert.deepEqual([channel.kind, channel.address], ["whatsapp", "+15550783881"]);
  assert.ok(!JSON.stringify(channel).includes(DOUBLE.token));
  const [row] = await service.database.query("select * from channels where kind = 'whatsapp'");
  for (const secret of [DOUBLE.token, DOUBLE.appSecret, callback.verify_token])
    for (const [name, value] of Object.entries(row ?? {})) assert.ok(!String(value).includes(secret), `${secret} is in ${name}`);
  assert.deepEqual(await ben.call("channels.readWhatsAppCallback", { id }), callback);
  const challenge = (token: string) => fetch(`${url}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
  assert.equal(await (await challenge(callback.verify_token)).text(), "1158201444");
  assert.equal((await challenge("wrong")).status, 401);
  const templates = await ben.call("channels.listWhatsAppTemplates", { id });
  assert.deepEqual(
    templates.items.map(({ name }) => name),
    ["order_update"],
  );
  await ben.call("channels.delete", { id });
});

test("a callback that is unsigned, signed by another or sent to another's channel writes nothing", async () => {
  const { url, id } = await connect();
  const eve = await service.given.admin();
  const hers = await eve.call("channels.connectWhatsApp", { name: "Hers", ...own, app_secret: "another-secret-of-another-app" });
  const body = callbackOf([messageOf({ from: "31612345678", text: "Hello" })]);
  const plain = await fetch(url, { method: "POST", body: new Uint8Array(body), headers: { "content-type": "application/json" } });
  assert.equal(plain.status, 401);
  assert.equal((await postCallback(url, body, "another-secret-of-another-app")).status, 401);
  // Her own signature opens only her own channel, whatever number the callback names.
  assert.equal((await postCallback(here(hers.callback.url), body, "another-secret-of-another-app")).status, 200);
  const mixed = here(hers.callback.url).replace(/chn_.*/, id);
  assert.equal((await postCallback(mixed, body, "another-secret-of-another-app")).status, 401);
  const rows = await service.database.query("select channel_id from inbound_items");
  assert.equal(rows.length, 1);
  const [mine] = await service.database.query(
    "select count(*)::int as n from inbound_items i join channels c on c.id = i.channel_id where c.name = 'WhatsApp'",
  );
  assert.equal(mine?.["n"], 0);
  assert.equal((await postCallback(`${service.url}/callbacks/whatsapp/com_x/${id}`, body)).status, 404);
  await service.database.query("delete from inbound_items");
  await ada.call("channels.delete", { id });
});

test("callbacks three times, shuffled, at once: one item per message and status", async () => {
  const { url, id } = await connect();
  const messages = Array.from({ length: 30 }, (_, n) =>
    messageOf({ from: `316123456${10 + (n % 5)}`, id: `wamid.in.${n}`, text: `Text ${n}` }),
  );
  const statuses = Array.from({ length: 10 }, (_, n) =>
    ["sent", "delivered", "read"].map((status) => statusOf({ id: `wamid.out.${n}`, to: "31612345678", status })),
  ).flat();
  const calls = Array.from({ length: 3 }, () => batches(shuffled(messages), shuffled(statuses), 4)).flat();
  const answers = await Promise.all(shuffled(calls).map((body) => postCallback(url, body)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const items = await itemsOf();
  assert.equal(items.length, 60);
  const read = items.map((row) => readApiItem(row["bytes"] as Buffer));
  assert.equal(new Set(read.flatMap((item) => (item.kind === "message" ? item.external_id : []))).size, 30);
  await service.database.query("delete from inbound_items");
  await ada.call("channels.delete", { id });
});

test("a message with a file waits for it, and is there without it where Meta no longer has it", async () => {
  const { url, id } = await connect();
  const bytes = Buffer.from([137, 80, 78, 71, 10, 0, 255]);
  const media = double.addMedia(bytes, "image/png");
  const picture = (mediaId: string, n: number) =>
    messageOf({ from: "31612345678", id: `wamid.file.${n}`, media: { kind: "image", id: mediaId, type: "image/png", caption: "Look" } });
  assert.equal((await postCallback(url, callbackOf([picture(media, 1), picture("999", 2)]))).status, 200);
  assert.ok(
    (await itemsOf()).every((row) => row["next_try_at"] !== null),
    "a worker does not take them yet",
  );
  const worker = await service.app.startWorker();
  try {
    const files = async () => {
      const read = (await itemsOf()).map((row) => readApiItem(row["bytes"] as Buffer));
      return read.map((item) => (item.kind === "message" ? item.message.files.map(({ base64 }) => base64) : undefined));
    };
    const isHeld = async () => (await itemsOf()).some((row) => row["is_held"]);
    for (let tries = 0; tries < 400 && (await isHeld()); tries++) await new Promise((resolve) => setTimeout(resolve, 25));
    assert.deepEqual(await files(), [[bytes.toString("base64")], []]);
  } finally {
    await worker.stop();
  }
  await ada.call("channels.delete", { id });
});

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function batches(messages: ReturnType<typeof messageOf>[], statuses: object[], size: number): Buffer[] {
  const calls: Buffer[] = [];
  for (let at = 0; at < Math.max(messages.length, statuses.length); at += size)
    calls.push(callbackOf(messages.slice(at, at + size), statuses.slice(at, at + size)));
  return calls;
}
