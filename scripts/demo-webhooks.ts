import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DAY_MS } from "../server/src/kernel/clock.ts";
import type { Call } from "./demo-records.ts";

const WEBHOOKS = [
  {
    name: "Won deals to the warehouse",
    path: "/warehouse",
    event_types: ["record.updated"],
    filter: "type:deal stage:won",
    fields: ["stage"],
  },
  { name: "New leads to n8n", path: "/n8n/6f0c21", event_types: ["lead.received"] },
  {
    name: "Large deals to the ledger",
    path: "/ledger",
    event_types: ["record.updated"],
    filter: "type:deal amount>=30000",
    fields: ["stage"],
  },
];

/** The systems that the demo company sends its events to: a server of the demo itself. The ledger is closed, so that its webhook is down. */
export async function startDemoReceiver() {
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      const isClosed = request.url === "/ledger";
      response.writeHead(isClosed ? 503 : 202, { "content-type": "application/json" });
      response.end(isClosed ? '{"error":"the ledger is closed until the books are balanced"}' : '{"accepted":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Webhooks of three days ago: what happened since is sent when the worker starts. */
export const demoWebhooks = (call: Call, receiver: string) =>
  WEBHOOKS.map(({ path, ...settings }) => ({
    agoMs: 3 * DAY_MS,
    run: () => call("webhooks.create", { ...settings, url: `http://${receiver}${path}` }),
  }));
