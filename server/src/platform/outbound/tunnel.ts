import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import type { Socket } from "node:net";
import { CONNECT_MS } from "./connect.ts";
import type { MailRoute } from "./mail-route.ts";
import { ConnectError } from "./resolve.ts";

/** A connection to a mail server through the operator's proxy, by CONNECT. */
export function openTunnel({ host, port, proxy }: MailRoute): Promise<Socket> {
  if (proxy === undefined) throw new Error("there is no proxy to go through");
  const url = new URL(proxy);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const authority = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  const credentials = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString("base64");
  const request = (url.protocol === "https:" ? requestTls : requestPlain)({
    host: url.hostname,
    port: url.port || (url.protocol === "https:" ? 443 : 80),
    method: "CONNECT",
    path: authority,
    headers: { host: authority, ...(url.username === "" ? {} : { "proxy-authorization": `Basic ${credentials}` }) },
    timeout: CONNECT_MS,
  });
  request.on("connect", (answer, socket) => {
    if (answer.statusCode === 200) return resolve(socket);
    socket.destroy();
    // As in `outbound`: a proxy that answers with 5xx could not reach the address; with anything else it does not let us through.
    reject(new ConnectError((answer.statusCode ?? 0) >= 500 ? "refused" : "blocked"));
  });
  request.on("timeout", () => request.destroy(new ConnectError("timeout")));
  request.on("response", (answer) => {
    answer.destroy();
    reject(new ConnectError("blocked"));
  });
  request.on("error", reject);
  request.end();
  return promise;
}
