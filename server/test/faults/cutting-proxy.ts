import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Passes calls on to a service that may be away. Of every so many answers it cuts one off after the service has done the work. */
export async function startCuttingProxy(target: string, cutEvery: number) {
  let calls = 0;
  let cuts = 0;
  const server = createServer((request, response) => {
    void (async () => {
      try {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        const headers = new Headers(request.headers as Record<string, string>);
        for (const name of ["host", "connection", "content-length"]) headers.delete(name);
        const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {};
        calls++;
        const answer = await fetch(target + (request.url ?? ""), { method: request.method ?? "GET", headers, ...body });
        const text = await answer.text();
        if (answer.ok && (cuts + 1) * cutEvery <= calls) {
          cuts++;
          response.destroy();
          return;
        }
        const kept = ["content-type", "retry-after"].flatMap((name) => [[name, answer.headers.get(name)] as const]);
        response
          .writeHead(answer.status, Object.fromEntries(kept.filter(([, value]) => value !== null)) as Record<string, string>)
          .end(text);
      } catch {
        // The service is away: so is the connection to it.
        response.destroy();
      }
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    cuts: () => cuts,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
