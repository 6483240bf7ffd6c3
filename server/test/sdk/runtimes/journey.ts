import { createKith, KithError, verifyWebhook, WebhookError } from "../../../../packages/sdk/src/index.ts";

// What the SDK can do, with nothing but what every runtime has: it runs on each version of Node, on Bun and in a browser.

export interface JourneyInput {
  url: string;
  apiKey: string;
  /** A message that the service signed, with its secret. */
  webhook: { body: string; headers: { [name: string]: string }; secret: string };
}

function same(what: string, found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
}

async function refusal(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was refused.");
}

/** Fails as a broken network does, once for each address, and counts what was asked. */
function unsteady() {
  const tried = new Map<string, number>();
  const ask: typeof fetch = (input, init) => {
    const times = (tried.get(String(input)) ?? 0) + 1;
    tried.set(String(input), times);
    return times === 1 ? Promise.reject(new TypeError("The network is down")) : fetch(input, init);
  };
  return { ask, tried };
}

/** Throws where something is not as it should be. Answers what was tried. */
export async function journey({ url, apiKey, webhook }: JourneyInput): Promise<string[]> {
  const { ask, tried } = unsteady();
  const kith = createKith({ url, apiKey, client: "journey/1.0", fetch: ask });
  const { position } = await kith.records.changes({ after: "now" });

  const names = ["Arden Moss", "Briony Hale", "Corin Ashby", "Delphine Roy", "Emrys Vance"];
  await kith.records.batch({ type: "contact", items: names.map((name) => ({ values: { name } })) });
  const found: string[] = [];
  for await (const { title } of kith.records.list({ type: "contact", sort: "name", limit: 2 })) found.push(title);
  same("every page", found, names);
  same(
    "tried again after a broken network",
    [...tried.values()].every((times) => times > 1),
    true,
  );

  const { record } = await kith.records.create({ type: "contact", values: { name: "Once" } });
  const { count } = await kith.records.list({ type: "contact", filter: "name:Once", count: "exact" });
  same("written once", [record.title, count?.value], ["Once", 1]);

  const error = await refusal(() => kith.records.create({ type: "contact", values: { nmae: "Typo" } }));
  same("an error", error instanceof KithError && [error.status, typeof error.requestId], [422, "string"]);

  const ending = new AbortController();
  let changes = 0;
  for await (const part of kith.follow({ after: position, everyMs: 10, signal: ending.signal })) {
    changes += part.changes.length;
    if (changes >= names.length + 1) ending.abort();
  }
  same("changes followed", changes, names.length + 1);

  const file = await kith.files.upload({ content: new Uint8Array([0, 255, 10]) });
  same("a file", [...new Uint8Array(await (await kith.files.get({ id: file.id })).arrayBuffer())], [0, 255, 10]);

  const { body, headers, secret } = webhook;
  same("a signed message", (await verifyWebhook({ body, headers, secrets: secret })).type, "record.created");
  const forged = await refusal(() => verifyWebhook({ body: `${body} `, headers, secrets: secret }));
  same("a forged message", forged instanceof WebhookError && forged.code, "wrong_signature");
  return ["pages", "retry", "idempotency", "errors", "follow", "files", "webhooks"];
}
