import type { Server } from "node:http";

export interface Served {
  /** How long the server had each request since the last look. */
  take(): Promise<number[]>;
}

/** The server's own time: from the head of a request to the last byte of its answer, which leaves out the client on the same processors. */
export function watchServed(server: Server): Served {
  let times: number[] = [];
  server.prependListener("request", (_request, response) => {
    const started = performance.now();
    response.once("finish", () => times.push(performance.now() - started));
  });
  return {
    async take() {
      // The client may have read an answer before the server has heard that it is out.
      await new Promise((resolve) => setImmediate(resolve));
      const taken = times;
      times = [];
      return taken;
    },
  };
}
