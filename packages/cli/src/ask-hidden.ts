import { EXIT } from "./errors.ts";

const [INTERRUPT, END, BACKSPACE, DELETE] = ["\u0003", "\u0004", "\b", "\u007f"];

/** Asks in the terminal for a text that is not shown. */
export function askHidden(question: string): Promise<string> {
  const { stdin } = process;
  process.stderr.write(question);
  stdin.setRawMode(true).setEncoding("utf8").resume();
  return new Promise((resolve) => {
    let text = "";
    const end = () => {
      stdin.off("data", take).setRawMode(false).pause();
      process.stderr.write("\n");
    };
    const take = (typed: string) => {
      for (const letter of typed) {
        if (letter === INTERRUPT) {
          end();
          process.exit(EXIT.interrupted);
        }
        if (letter === "\r" || letter === "\n" || letter === END) {
          end();
          return resolve(text.trim());
        }
        text = letter === BACKSPACE || letter === DELETE ? text.slice(0, -1) : text + letter;
      }
    };
    stdin.on("data", take);
  });
}
