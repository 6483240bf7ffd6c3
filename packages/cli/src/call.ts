import type { Kith, Listing } from "@kith/sdk";
import type { Given, Input } from "./arguments.ts";
import { isObject } from "./cells.ts";
import { outputOf, printList, printOne } from "./output.ts";
import { safeText } from "./safe-text.ts";
import { recordColumns, typeRows } from "./types.ts";

type Method = (input: Input) => Promise<unknown>;
type Pages = Listing<{ items: unknown[]; next_cursor: string | null }>;

/** Calls the operation of a command, and prints its answer. */
export async function runCall(kith: Kith, { command, input, own }: Given): Promise<void> {
  const [area = "", verb = ""] = (command.operation ?? "").split(".");
  const method = (kith[area as keyof Kith] as unknown as { [verb: string]: Method })[verb] as Method;
  const output = outputOf(own["output"]);
  const isShown = output === "table" || output === "csv";
  const columns = command.operation === "records.list" && isShown ? await recordColumns(kith, input, output) : undefined;
  if (own["all"]) return printList(output, method({ limit: 100, ...input }) as Pages, columns);

  const answer = await method(input);
  if (answer === undefined) return;
  if (!isObject(answer) || !Array.isArray(answer["items"])) return printOne(output, answer);
  await printList(output, command.operation === "types.list" && isShown ? typeRows(answer["items"]) : answer["items"], columns);
  const next = answer["next_cursor"];
  if (typeof next === "string") process.stderr.write(`There are more: add --all, or --cursor ${safeText(next)}\n`);
}
