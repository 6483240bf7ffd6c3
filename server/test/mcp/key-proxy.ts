import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Adds a key to every request and changes nothing else: for clients that cannot send a header of their own. */
export async function startKeyProxy() {
  let target = { url: "", key: "" };
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, "x-api-key": target.key };
    const passed = request(new URL(asked.url ?? "/", target.url), { method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    lead(url: string, key: string) {
      target = { url, key };
    },
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
