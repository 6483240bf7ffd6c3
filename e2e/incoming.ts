import type { Page } from "@playwright/test";
import { ask } from "./records.ts";
import { until } from "../server/test/waiting.ts";

/** A channel of its own for each test, so that none sees what another did. */
export async function giveChannel(page: Page, name: string): Promise<string> {
  return (await ask<{ id: string }>(page, "channels.create", { kind: "api", name, access: "everyone" })).id;
}

interface Incoming {
  thread: string;
  text: string;
  from?: string;
  name?: string;
  subject?: string;
  html?: string;
  files?: { name: string; type: string; base64: string }[];
}

let received = 0;

/** A message from outside, through the interface for programs; answers its conversation once it was taken. */
export async function receive(
  page: Page,
  channel: string,
  { thread, text, from = "anneke@aldermoor.example", name = "Anneke Vos", ...rest }: Incoming,
): Promise<string> {
  const external_id = `${thread}-${(received += 1)}`;
  await ask(page, "channels.putInbound", { id: channel, external_id, from: { name, address: from }, text, thread, ...rest });
  const [words] = text.split("\n", 1);
  const filter = `channel:"${channel}" "${words}"`;
  const taken = async () => (await ask<{ items: { id: string }[] }>(page, "inbox.list", { filter, limit: 5 })).items[0];
  return (await until(taken, `“${text}” is taken`, { everyMs: 200 })).id;
}
