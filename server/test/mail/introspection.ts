import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Tells Dovecot whose an access token is, as the introspection endpoint of a provider does. */
export async function startIntrospection() {
  const users = new Map<string, string>();
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? "", "http://localhost").searchParams.get("token") ?? "";
    const email = users.get(token);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(email === undefined ? { active: "false" } : { active: "true", email }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    give: (token: string, address: string) => void users.set(token, address),
    take: (token: string) => void users.delete(token),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
