import { connect } from "node:net";

interface SocketAnswer {
  status: number;
  text: string;
  /** Number of answers: a second one would answer a smuggled request. */
  answers: number;
  isClosed: boolean;
  ms: number;
}

const TRICKLE_EVERY_MS = 200;

/** Sends raw bytes, then further characters one by one, and reads until the server closes the connection. */
export function sendRaw(url: string, bytes: string, options: { trickle?: string; timeoutMs?: number } = {}): Promise<SocketAnswer> {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const rest = (options.trickle ?? "").split("");
    let text = "";
    const finish = (isClosed: boolean) => {
      clearInterval(trickling);
      clearTimeout(timeout);
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      resolve({ status, text, answers: text.split(/^HTTP\/1\.1 /m).length - 1, isClosed, ms: performance.now() - started });
    };
    const trickling = setInterval(() => rest.length > 0 && socket.writable && socket.write(rest.shift() ?? ""), TRICKLE_EVERY_MS);
    const timeout = setTimeout(() => finish(false), options.timeoutMs ?? 3_000);
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("error", () => undefined); // a reset is followed by close
    socket.on("close", () => finish(true));
    socket.write(bytes, "latin1");
  });
}
