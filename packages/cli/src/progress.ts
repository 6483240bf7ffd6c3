import { safeText } from "./safe-text.ts";

const EVERY_MS = 200;
const EVERY_MS_IN_A_LOG = 10_000;

/** Progress on standard error: one line that changes in a terminal, and now and then a line in a log. */
export function createProgress(describe: () => string) {
  const isTerminal = process.stderr.isTTY;
  const everyMs = isTerminal ? EVERY_MS : EVERY_MS_IN_A_LOG;
  let shownAt = Date.now();
  const write = (text: string) => void process.stderr.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
  return {
    show() {
      if (Date.now() - shownAt < everyMs) return;
      shownAt = Date.now();
      write(describe());
    },
    end() {
      write(describe());
      if (isTerminal) process.stderr.write("\n");
    },
    say: (text: string) => void process.stderr.write(`${safeText(text)}\n`),
  };
}
