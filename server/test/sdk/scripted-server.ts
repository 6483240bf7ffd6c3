import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

export interface Scripted {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** `cut`: no answer, the connection ends. `half`: it ends in the middle of the body. `never`: it stays open. */
  fault?: "cut" | "half" | "never";
}

/** A server that gives the answers it was told to, one after the other and the last one for ever, and counts the requests. */
export async function scriptedServer(t: TestContext, answers: Scripted[]) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const { status = 200, headers: sent = {}, body = "{}", fault } = answers[seen.length] ?? answers.at(-1) ?? {};
      seen.push({ method, url, headers, body: Buffer.concat(parts).toString(), atMs: performance.now() });
      if (fault === "cut") request.socket.destroy();
      else if (fault === "half") {
        response.writeHead(status, { "content-type": "application/json", "content-length": String(body.length + 10), ...sent });
        response.write(body, () => request.socket.destroy());
      } else if (fault !== "never") response.writeHead(status, { "content-type": "application/json", ...sent }).end(body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

export const problem = (status: number, code: string, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers: { "content-type": "application/problem+json", ...headers },
  body: JSON.stringify({ type: "about:blank", title: "No", status, detail: `It is ${code}.`, code, errors: [], request_id: "req_1" }),
});
