import { setTimeout } from "node:timers/promises";
import type { Person } from "../../server/test/service.ts";
import type { N8n } from "./n8n.ts";
import { CREDENTIAL, triggerOf } from "./workflows.ts";

/** A workflow with the trigger, made and published as the editor does it. */
export async function makeTrigger(n8n: N8n, kith: { url: string; key: string }, events: string[]) {
  const data = { baseUrl: kith.url, apiKey: kith.key };
  const credential = await n8n.call("POST", "/credentials", { name: CREDENTIAL.name, type: CREDENTIAL.type, data });
  const withCredential = (wanted: string[]) => {
    const { name, settings, connections, nodes } = triggerOf("Kith trigger", wanted);
    const credentials = { kithApi: { id: credential["id"], name: CREDENTIAL.name } };
    return { name, settings, connections, nodes: nodes.map((node) => ({ ...node, credentials })) };
  };
  const { id } = await n8n.call("POST", "/workflows", withCredential(events));
  const path = `/workflows/${String(id)}`;
  const publish = async () => n8n.call("POST", `${path}/activate`, { versionId: (await n8n.call("GET", path))["versionId"] });
  return {
    id: String(id),
    publish,
    unpublish: () => n8n.call("POST", `${path}/deactivate`),
    async change(wanted: string[]): Promise<void> {
      await n8n.call("PATCH", path, { ...withCredential(wanted), versionId: (await n8n.call("GET", path))["versionId"] });
      await publish();
    },
    /** The ids of the messages that were executed, each once. */
    async executed(): Promise<string[]> {
      const text = `select distinct substring(data from '"(evt_[0-9a-z]{26})"') as delivery
        from execution_data d join execution_entity e on e.id = d."executionId" where e."workflowId" = $1 and e.status = 'success'`;
      return (await n8n.query(text, [String(id)])).map((row) => String(row["delivery"]));
    },
  };
}

/** Waits until something holds, for at most that long. */
export async function until(holds: () => Promise<boolean>, limitMs: number, what: () => string): Promise<void> {
  for (const latest = Date.now() + limitMs; !(await holds()); await setTimeout(250))
    if (Date.now() > latest) throw new Error(`not within ${limitMs / 1000} s: ${what()}`);
}

export const webhooksOf = async (person: Person) => (await person.call("webhooks.list", { limit: 100 })).items;

/** Waits until exactly these events are asked for, one list for each webhook. n8n publishes in the background. */
export async function untilEvents(person: Person, wanted: string[][]): Promise<void> {
  let seen = "";
  const isSo = async () => (seen = JSON.stringify((await webhooksOf(person)).map((one) => one.event_types))) === JSON.stringify(wanted);
  await until(isSo, 60_000, () => `${JSON.stringify(wanted)}, but ${seen}`);
}
