import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { id } from "../src/platform/ids.ts";
import { openLive, type LiveStream } from "./event-stream.ts";
import type { Ask } from "./inbox-asks.ts";
import { findTraces, type World, type WorldChannel } from "./inbox-world.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./outbound/webhook-receiver.ts";
import type { Person, Service } from "./service.ts";
import { until } from "./waiting.ts";

const WAIT_MS = 300_000;
const eventId = id("evt", "event");

export interface Watched {
  service: Service;
  worlds: World[];
  streams: { person: Person; stream: LiveStream }[];
  receivers: { world: World; receiver: WebhookReceiver }[];
}

/** The live streams of everybody, and a webhook for every event of each company. */
export async function watch(t: TestContext, service: Service, worlds: World[]): Promise<Watched> {
  const streams: Watched["streams"] = [];
  const receivers: Watched["receivers"] = [];
  const worker = await service.app.startWorker();
  t.after(() => worker.stop());
  for (const world of worlds) {
    const receiver = await startWebhookReceiver();
    const [admin] = world.people;
    assert.ok(admin);
    const { webhook } = await admin.call("webhooks.create", { url: receiver.url });
    t.after(async () => {
      // Otherwise the worker of the next test sends to a receiver that is gone.
      await admin.call("webhooks.delete", { id: webhook.id });
      receiver[Symbol.dispose]();
    });
    receivers.push({ world, receiver });
    for (const person of world.people) {
      const stream = await openLive(service.url, { cookie: person.cookie });
      t.after(() => stream.close());
      await stream.ready();
      streams.push({ person, stream });
    }
  }
  return { service, worlds, streams, receivers };
}

/** What an answer shows to a person of channels that they do not see, and of those that they do. */
export async function tryAsk(watched: Watched, ask: Ask, person: Person, target: WorldChannel) {
  const { service, worlds } = watched;
  const key = worlds.map(({ keys }) => keys.get(person)).find((one) => one !== undefined) ?? "";
  let answer = await ask.run(service, person, key, target);
  // On a busy machine the service is sometimes overloaded: a client waits and asks again.
  for (let tries = 0; answer.status === 503 && tries < 60; tries++) {
    await setTimeout(500);
    answer = await ask.run(service, person, key, target);
  }
  // A refusal repeats the address that was asked for.
  const text = (await answer.text()).replaceAll(/"instance":"[^"]*"/g, "");
  assert.ok(answer.status < 500, `${ask.name} ${answer.status} ${text}`);
  const isShown = answer.ok && !text.includes('"isError":true');
  const { hidden, seen } = findTraces(worlds, ({ seenBy }) => seenBy.has(person), text);
  const answered = ask.trace === "answer" && isShown ? [target] : ask.trace === "events" ? await channelsOfEvents(watched, text) : [];
  for (const channel of answered) (channel.seenBy.has(person) ? seen : hidden).push(`${ask.trace} ${channel.id}`);
  return { isShown, hidden, seen };
}

/** The channels that the events in a text are about. */
async function channelsOfEvents({ service, worlds }: Watched, text: string): Promise<WorldChannel[]> {
  const ids = [...text.matchAll(/evt_[0-9a-z]{26}/g)].map(([shown]) => eventId.decode(shown));
  const rows = await service.database.query("select distinct data ->> 'channel' as channel from events where id = any($1::uuid[])", [ids]);
  return worlds.flatMap(({ channels }) => channels).filter((one) => rows.some(({ channel }) => channel === one.id));
}

/** What live streams and webhooks told, of channels that their readers do not see. A webhook tells of what everyone sees. */
export function overhear({ worlds, streams, receivers }: Watched) {
  const live = streams.flatMap(
    ({ person, stream }) => findTraces(worlds, ({ seenBy }) => seenBy.has(person), JSON.stringify(stream.messages)).hidden,
  );
  const isOpen = (world: World) => (one: WorldChannel) => world.channels.includes(one) && one.access === "everyone";
  const sent = receivers.flatMap(({ world, receiver }) => findTraces(worlds, isOpen(world), JSON.stringify(receiver.received)).hidden);
  return { live, sent };
}

/** Waits until a last change in each company was told everywhere: what came before it was told, too. */
export async function lastWord({ worlds, streams, receivers }: Watched): Promise<void> {
  for (const { people } of worlds) {
    const { record } = (await people[0]?.call("records.create", { type: "deal", values: { name: "The last word" } })) ?? {};
    const announced = () => [
      ...streams.filter(({ person }) => people.includes(person)).map(({ stream }) => stream.messages),
      ...receivers.filter(({ world }) => world.people === people).map(({ receiver }) => receiver.received),
    ];
    // Among the latest: there may be many thousands.
    const isLast = (messages: unknown[]) => JSON.stringify(messages.slice(-200)).includes(record?.id ?? "-");
    const pace = { everyMs: 100, patienceMs: WAIT_MS };
    await until(() => announced().every(isLast), "streams and webhooks hear of what everyone sees", pace);
  }
}
