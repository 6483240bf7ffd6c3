import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";

/** A way to a real IMAP server. While it is told a greeting, it says that to whoever comes, and no more. */
export async function startBreakingImap(toPort: number) {
  const state = { greeting: undefined as string | undefined };
  const open = new Set<{ destroy(): unknown }>();
  const server = createServer((near) => {
    near.on("error", () => undefined);
    if (state.greeting !== undefined) return void near.end(`${state.greeting}\r\n`);
    const far = connect(toPort, "127.0.0.1");
    far.on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    open.add(near).add(far);
    near.pipe(far).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of open) socket.destroy();
    open.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends what is open. Whoever comes is greeted like this, until it is mended. */
    breakOff(greeting: string) {
      state.greeting = greeting;
      cut();
    },
    mend: () => void (state.greeting = undefined),
    cut,
    async stop() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
