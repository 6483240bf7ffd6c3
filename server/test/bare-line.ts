import { once } from "node:events";
import { connect } from "node:net";

// Calls over bare sockets, for processes that send very many: a usual client takes as much processor time as the service.

const OPENED_AT_ONCE = 50;
const ENOUGH = 12; // "HTTP/1.1 200"
const REFUSED = 400;
const PROBLEM = /"code":"(\w+)"/;
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

export type Line = ReturnType<typeof openLine>;

/** One HTTP connection, with one call at a time. A broken one answers 0. */
export function openLine(port: number) {
  const socket = connect(port, "127.0.0.1").setNoDelay(true);
  const opened = once(socket, "connect");
  opened.catch(() => undefined); // "close" tells who sends
  let answered: ((status: number, problem: string) => void) | undefined;
  let [status, problem] = [0, ""];
  /** Bytes of the answer that are still to come; more than there ever are while its end will say that it is one. */
  let left = 0;
  const finish = (code: number) => {
    const [tell, said] = [answered, problem];
    [answered, status, problem, left] = [undefined, 0, "", 0];
    tell?.(code, said);
  };
  socket.on("data", (part) => {
    if (status === 0) {
      // The head of an answer is sent in one piece.
      const head = part.indexOf("\r\n\r\n");
      if (head < ENOUGH) return void socket.destroy();
      const text = part.toString("latin1", 0, head).toLowerCase();
      status = Number(text.slice(9, ENOUGH));
      // So is the whole answer of a refused call.
      if (status >= REFUSED) problem = PROBLEM.exec(part.toString("latin1", head))?.[1] ?? "";
      const length = /\r\ncontent-length: (\d+)/.exec(text)?.[1] ?? 0;
      left = text.includes("\r\ntransfer-encoding: chunked") ? Infinity : head + 4 + Number(length);
    }
    left -= part.length;
    if (left <= 0 || (left === Infinity && part.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK))) finish(status);
  });
  socket.on("error", () => undefined);
  socket.on("close", () => finish(0));
  return {
    opened,
    isOpen: () => !socket.destroyed,
    /** `request` is the head and, if it is short, the body. */
    send(request: string, onAnswer: (status: number, problem: string) => void, body?: Buffer): void {
      answered = onAnswer;
      if (socket.destroyed) return finish(0);
      socket.write(request, "latin1");
      if (body) socket.write(body);
    },
    end: () => socket.destroy(),
  };
}

/** Opened before: more connections at one time than the service takes would wait for seconds in the kernel. */
export async function openLines(port: number, count: number): Promise<Line[]> {
  const lines: Line[] = [];
  while (lines.length < count) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, count - lines.length) }, () => openLine(port));
    await Promise.all(some.map((line) => line.opened));
    lines.push(...some);
  }
  return lines;
}
