import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Given } from "./arguments.ts";
import { CALL_SECONDS, connect } from "./connect.ts";
import { outputOf, printList } from "./output.ts";
import { retrySeconds } from "./retry-seconds.ts";

const EVERY_MS = 1_000;

/** Prints changes as they happen, for ever. With a file for the position, the next start goes on where this one was. */
export async function follow(given: Given): Promise<void> {
  const kith = connect({ retrySeconds: retrySeconds(given, CALL_SECONDS) });
  const input = given.input as { after?: string; type?: string; limit?: number };
  const keep = given.own["keep"] as string | undefined;
  const kept = keep && existsSync(keep) ? readFileSync(keep, "utf8").trim() : "";
  const output = outputOf(given.own["output"]);
  for await (const { changes, position } of kith.follow({ ...input, after: kept || input.after, everyMs: EVERY_MS })) {
    if (changes.length > 0)
      await printList(output === "json" ? "lines" : output, output === "table" || output === "csv" ? changes.map(rowOfChange) : changes);
    // After the changes are written: one that was printed may come again, and none is left out.
    if (keep) keepPosition(keep, position);
  }
}

type Shown = Awaited<ReturnType<ReturnType<typeof connect>["records"]["changes"]>>["items"][number];

const rowOfChange = ({ at, kind, record, changes }: Shown) => ({
  at,
  kind,
  id: record.id,
  type: record.type,
  name: record.title,
  fields: Object.keys(changes ?? {}),
});

/** Whole or not at all. */
function keepPosition(file: string, position: string): void {
  writeFileSync(`${file}.next`, position);
  renameSync(`${file}.next`, file);
}
