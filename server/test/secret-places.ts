import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { findBinaries } from "../../scripts/postgres.ts";
import type { Person, Service } from "./service.ts";

type Places = Record<string, string>;

/** Everywhere that people other than a channel's owner read: logs, figures, events, answers to keys and to assistants. */
export async function readPlaces(service: Service, admin: Person, key: string, channels: string[]): Promise<Places> {
  const rows = async (table: string) => JSON.stringify(await service.database.query(`select t::text from ${table} t`));
  const tool = async (name: string, input: object) =>
    (await service.mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } })).text();
  const places: Places = {
    metrics: await (await fetch(`${service.url}/metrics`)).text(),
    events: await rows("events"),
    "requests of a key": JSON.stringify(await admin.call("requests.list", {})),
    feed: await (await service.rest(key, "GET", "/events?limit=100")).text(),
    channels: JSON.stringify(await admin.call("channels.list", {})),
    "list_events of an assistant": await tool("list_events", { limit: 50 }),
    "get_context of an assistant": await tool("get_context", {}),
  };
  for (const id of channels) {
    places[`channel ${id}`] = await (await service.rest(key, "GET", `/channels/${id}`)).text();
    places[`the lines of the session of ${id}`] = JSON.stringify(await (await admin.post("channels.session", { id })).text());
  }
  // Last: it has what the reading above wrote.
  places["log"] = service.logged.join("");
  return places;
}

export const dump = (service: Service) =>
  execFileSync(join(findBinaries(), "pg_dump"), [service.database.superuserUrl], { maxBuffer: 1e9 }).toString("latin1");

/** The secrets that a text has: as they are, in hexadecimal as in a dump, or anywhere inside something in base64. */
export function secretsIn(text: string, secrets: string[]): string[] {
  const decoded = [...text.matchAll(/[A-Za-z0-9+/_-]{16,100000}/g)]
    .map(([run]) => Buffer.from(run, "base64").toString("latin1"))
    .join("\n");
  return secrets.filter(
    (secret) => text.includes(secret) || decoded.includes(secret) || text.includes(Buffer.from(secret).toString("hex")),
  );
}
