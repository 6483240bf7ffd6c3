import { DatabaseError } from "pg";

const SHOWN_LINES = 12;

/** An error whose message says what PostgreSQL said, for whoever runs a command: there is no log to look into. */
export const failureOf = (what: string, error: unknown, statements?: string) =>
  new Error([what, ...explain(error, statements)].join("\n  "), { cause: error });

/** What happened, in lines: the code, the message, where, and the statement. */
export function explain(error: unknown, statements?: string): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap((one) => explain(one));
  if (!(error instanceof DatabaseError)) return [error instanceof Error ? error.message || error.name : String(error)];
  const { code, message, detail, hint, where, table, constraint } = error;
  const lines: [string, string | undefined][] = [
    [`${error.severity ?? "ERROR"} ${code ?? ""}`, message],
    ["detail", detail],
    ["hint", hint],
    ["table", table],
    ["constraint", constraint],
    ["in", where],
  ];
  const known = lines.flatMap(([name, text]) => (text ? [`${name}: ${text.replaceAll("\n", "\n    ")}`] : []));
  return statements === undefined ? known : [...known, ...statementAt(statements, error)];
}

/** The statement that failed, found by the position that PostgreSQL names in a file of many. Without one the file's name must do. */
function statementAt(text: string, { position, internalQuery }: DatabaseError): string[] {
  const at = Number(position) - 1;
  if (internalQuery || !(at >= 0)) return [];
  const start = Math.max(text.lastIndexOf(";\n", at) + 1, 0);
  const end = text.indexOf(";\n", at);
  const line = text.slice(0, at).split("\n").length;
  const statement = text.slice(start, end < 0 ? undefined : end + 1).trim();
  return [
    `line ${line}, in the statement:`,
    ...statement
      .split("\n")
      .slice(0, SHOWN_LINES)
      .map((one) => `  ${one}`),
  ];
}
