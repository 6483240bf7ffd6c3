import { readConfig } from "../../server/src/config.ts";
import { createOutbound } from "../../server/src/platform/outbound/outbound.ts";

// The bare loop: the client of the worker, without a database, without signing and without writing anything down.
const AT_ONCE = 300;

interface Task {
  url: string;
  endpoints: number;
  body: string;
  count: number;
}

const { outbound: settings } = readConfig({
  BASE_URL: "http://localhost",
  DATABASE_URL: "postgres://localhost/none",
  KITH_SECRET: "a secret that this process never uses",
  OUTBOUND_ALLOW: "127.0.0.1",
});
const outbound = createOutbound(settings);

process.on("message", ({ url, endpoints, body, count }: Task) => {
  let next = 0;
  const send = async () => {
    for (let at = next++; at < count; at = next++) {
      const headers = { "content-type": "application/json", "webhook-id": `bare_${process.pid}_${at}` };
      await outbound.post({ url: `${url}/ok/${at % endpoints}`, body, headers });
    }
  };
  void Promise.all(Array.from({ length: AT_ONCE }, send)).then(() => process.send?.("done"));
});
process.once("disconnect", () => process.exit());
process.send?.("ready");
