import { connect } from "node:net";

interface Heard {
  status: number;
  text: string;
  /** How many answers came: a second one would be an answer to a smuggled request. */
  answers: number;
  isClosed: boolean;
  ms: number;
}

const TRICKLE_EVERY_MS = 200;

/** Writes bytes just as they are, then one more character now and then, and listens until the other side hangs up. */
export function say(url: string, bytes: string, options: { trickle?: string; patienceMs?: number } = {}): Promise<Heard> {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const rest = (options.trickle ?? "").split("");
    let text = "";
    const hear = (isClosed: boolean) => {
      clearInterval(trickling);
      clearTimeout(patience);
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      resolve({ status, text, answers: text.split(/^HTTP\/1\.1 /m).length - 1, isClosed, ms: performance.now() - started });
    };
    const trickling = setInterval(() => rest.length > 0 && socket.writable && socket.write(rest.shift() ?? ""), TRICKLE_EVERY_MS);
    const patience = setTimeout(() => hear(false), options.patienceMs ?? 1_000);
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("error", () => undefined); // a reset is followed by close
    socket.on("close", () => hear(true));
    socket.write(bytes, "latin1");
  });
}
