import type { Given } from "./arguments.ts";
import type { Output } from "./commands.ts";
import { connect, LONG_SECONDS } from "./connect.ts";
import { printList } from "./output.ts";
import { createProgress } from "./progress.ts";
import { retrySeconds } from "./retry-seconds.ts";
import { recordColumns } from "./types.ts";

const PAGE = 100;

/** Writes every record, a page in memory at a time. Lines are what `kith import` takes, and lose nothing. */
export async function exportRecords(given: Given): Promise<void> {
  const kith = connect({ retrySeconds: retrySeconds(given, LONG_SECONDS) });
  const output = (given.own["output"] as Output | undefined) ?? "lines";
  const input = given.input as { type: string; filter?: string; sort?: string; fields?: string[] };
  const columns = output === "csv" || output === "table" ? await recordColumns(kith, input, "csv") : undefined;
  let count = 0;
  const progress = createProgress(() => `${count} records`);
  const records = async function* () {
    // In the order of creation, which no change of a record can move while it is read.
    for await (const record of kith.records.list({ sort: "created_at", ...input, count: "none", limit: PAGE })) {
      yield record;
      count++;
      progress.show();
    }
  };
  await printList(output, records(), columns);
  progress.end();
}
