import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Resolve } from "../../src/platform/outbound/resolve.ts";

interface Policy {
  resolve: Resolve;
  /** What the proxy lets through, by the address that a name leads to. */
  allows(address: string, port: number): boolean;
  /** Where a port really leads, so that a receiver on any free port can be called on 8443. */
  portOf?(port: number): number;
}

/** An egress proxy on loopback: CONNECT only. It resolves names, checks all of their addresses, and answers as Squid does. */
export async function startProxy({ resolve, allows, portOf = (port) => port }: Policy) {
  const asked: string[] = [];
  /** CONNECT to this name is not answered. */
  const state = { silentFor: "" };
  const proxy = createServer((_, response) => void response.writeHead(405).end());
  proxy.on("connect", (request, socket) => {
    const target = String(request.url);
    asked.push(target);
    socket.on("error", () => undefined);
    const refuse = (status: number) => void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const [, host = "", port = ""] = /^\[?([^\]]*)\]?:(\d+)$/.exec(target) ?? [];
    if (state.silentFor === host) return;
    const open = async () => {
      const found = /^[\d.]+$|:/.test(host) ? [host] : await resolve(host);
      const [address] = found;
      if (address === undefined) return refuse(503);
      if (!found.every((one) => allows(one, Number(port)))) return refuse(403);
      const upstream = connect(portOf(Number(port)), address, () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on("error", () => (upstream.bytesWritten > 0 ? socket.destroy() : refuse(503)));
      socket.on("close", () => upstream.destroy());
    };
    void open();
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    asked,
    state,
    [Symbol.dispose]() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
