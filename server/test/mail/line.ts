import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type Line = Awaited<ReturnType<typeof openLine>>;

type State = "whole" | "silent" | "down";

/** A line in front of a server on this machine, which a test can cut, slow down and silence. */
export async function openLine(toPort: number) {
  let state: State = "whole";
  let bytesPerSecond = Infinity;
  const open = new Set<Socket>();

  const carry = (from: Socket, to: Socket) => {
    from.on("data", (data) => {
      // Swallowed, and the connection stays open: neither side is told anything.
      if (state === "silent") return;
      if (bytesPerSecond === Infinity) return void to.write(data);
      from.pause();
      setTimeout(
        () => {
          if (state === "whole") to.write(data);
          from.resume();
        },
        (data.length / bytesPerSecond) * 1_000,
      );
    });
    from.on("end", () => state !== "silent" && to.end());
    from.on("error", () => to.destroy());
    from.on("close", () => {
      open.delete(from);
      if (state !== "silent") to.destroy();
    });
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (state === "down") return void near.resetAndDestroy();
    const far = connect({ port: toPort, host: "127.0.0.1", allowHalfOpen: true });
    open.add(near).add(far);
    carry(near, far);
    carry(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy();
    open.clear();
  };

  return {
    port: (server.address() as AddressInfo).port,
    /** How many connections there are. */
    connections: () => open.size / 2,
    /** Ends what is open; new connections are possible. */
    cut,
    /** Ends what is open, and refuses what comes, until it is mended. */
    down() {
      state = "down";
      cut();
    },
    /** Nothing arrives any more, on either side, and nobody is told. */
    silence: () => void (state = "silent"),
    slow: (toBytesPerSecond: number) => void (bytesPerSecond = toBytesPerSecond),
    mend() {
      // What was lost in the silence cannot come again: those connections are of no use.
      if (state === "silent") cut();
      state = "whole";
      bytesPerSecond = Infinity;
    },
    async stop() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
