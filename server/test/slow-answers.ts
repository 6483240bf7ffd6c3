import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/**
 * Passes connections on to PostgreSQL. `holdFrom` lets the next statement that has this name through, and holds back its answer and
 * whatever else is answered on that connection, until `letGo`.
 */
export async function startSlowAnswers(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const held: { socket: Socket; parts: Buffer[] }[] = [];
  const sockets = new Set<Socket>();
  let name: string | undefined;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const mine = { socket: client, parts: [] as Buffer[] };
    client.on("data", (data: Buffer) => {
      if (name !== undefined && data.includes(name)) {
        name = undefined;
        held.push(mine);
      }
      database.write(data);
    });
    database.on("data", (data: Buffer) => void (held.includes(mine) ? mine.parts.push(data) : client.write(data)));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    holdFrom: (statement: string) => void (name = statement),
    isHolding: () => held.length > 0,
    letGo() {
      name = undefined;
      for (const { socket, parts } of held.splice(0)) for (const part of parts) socket.write(part);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
