import { createKith } from "../../packages/sdk/src/index.ts";

// Reads every deal through one iterator, in a process of its own, and says how much memory that took.
const MEGABYTE = 1_048_576;
const kith = createKith({ url: process.argv[2] ?? "", apiKey: process.env["KITH_API_KEY"] ?? "" });
const { count } = await kith.records.list({ type: "deal", limit: 1, count: "exact" });
const tenth = Math.ceil((count?.value ?? 0) / 10);

let records = 0;
const tenths: number[] = [];
const started = performance.now();
for await (const { id } of kith.records.list({ type: "deal", limit: 100, count: "none" })) {
  if (id && ++records % tenth === 0) tenths.push(Math.round(process.memoryUsage.rss() / MEGABYTE));
}
const seconds = (performance.now() - started) / 1_000;
process.stdout.write(JSON.stringify({ records, seconds, tenths, megabytes: Math.round(process.resourceUsage().maxRSS / 1_024) }));
