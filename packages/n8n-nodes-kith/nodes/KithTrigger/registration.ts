import type { IDataObject, IHookFunctions, NodeApiError } from "n8n-workflow";
import { kith, kithPages } from "../kith";

const MOST_AT_ONE_ADDRESS = 100;

interface Registered {
  id: string;
  url: string;
  event_types: string[];
  filter: string;
  state: string;
}

/** What this node of this workflow keeps: the webhook it made, and the secret that its messages are signed with. */
interface Kept extends IDataObject {
  webhookId?: string;
  secret?: string;
}

const keptOf = (context: IHookFunctions) => context.getWorkflowStaticData("node") as Kept;

function wantedOf(context: IHookFunctions) {
  return {
    url: context.getNodeWebhookUrl("default") ?? "",
    event_types: context.getNodeParameter("events", []) as string[],
    filter: (context.getNodeParameter("filter", "") as string).trim(),
  };
}

/** Every webhook at the address of this node. The address is its own, so nobody else has made one there. */
async function listHere(context: IHookFunctions): Promise<Registered[]> {
  const query = { url: wantedOf(context).url };
  return (await kithPages(context, "webhooks.list", { query }, MOST_AT_ONE_ADDRESS)) as unknown as Registered[];
}

const isWanted = (one: Registered, { event_types, filter }: ReturnType<typeof wantedOf>) =>
  one.filter === filter && [...one.event_types].sort().join() === [...event_types].sort().join();

export async function checkExists(context: IHookFunctions): Promise<boolean> {
  const { webhookId, secret } = keptOf(context);
  if (!webhookId || !secret) return false;
  const here = await listHere(context);
  const known = here.find(({ id }) => id === webhookId);
  return here.length === 1 && known !== undefined && known.state !== "off" && isWanted(known, wantedOf(context));
}

/** Afterwards there is exactly one webhook here, also when n8n stopped in the middle of it the last time. */
export async function create(context: IHookFunctions): Promise<boolean> {
  const name = `n8n: ${context.getWorkflow().name ?? context.getWorkflow().id}`.slice(0, 100);
  const made = await kith(context, "webhooks.create", { body: { name, ...wantedOf(context) } });
  const webhook = made.webhook as unknown as Registered;
  const kept = keptOf(context);
  // The same registration is the webhook that exists, and its secret is not shown again.
  if (made.secret === null && !(kept.webhookId === webhook.id && kept.secret)) {
    const { secret } = await kith(context, "webhooks.rotateSecret", { path: { id: webhook.id } });
    kept.secret = secret as string;
  } else if (made.secret !== null) kept.secret = made.secret as string;
  kept.webhookId = webhook.id;
  if (webhook.state === "off")
    await kith(context, "webhooks.setState", { path: { id: webhook.id }, body: { state: "on", from: "stopped" } });
  for (const { id } of await listHere(context)) if (id !== webhook.id) await deleteWebhook(context, id);
  return true;
}

export async function remove(context: IHookFunctions): Promise<boolean> {
  for (const { id } of await listHere(context)) await deleteWebhook(context, id);
  const kept = keptOf(context);
  delete kept.webhookId;
  delete kept.secret;
  return true;
}

/** Somebody may have deleted it in Kith already: gone is what was asked for. */
async function deleteWebhook(context: IHookFunctions, id: string): Promise<void> {
  await kith(context, "webhooks.delete", { path: { id } }).catch((error: NodeApiError) => {
    if (error.httpCode !== "404") throw error;
  });
}
