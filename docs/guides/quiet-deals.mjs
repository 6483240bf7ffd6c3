// Lists open deals on which nothing has happened for 30 days, by owner, the largest first: for a mail on Monday morning.
//   KITH_URL=https://kith.example KITH_API_KEY=… node quiet-deals.mjs 30
import { createKith } from "@kith/sdk";

const DAY_MS = 86_400_000;

const kith = createKith({ url: process.env.KITH_URL, apiKey: process.env.KITH_API_KEY, client: "quiet-deals/1.0" });
const days = Number(process.argv[2] ?? 30);
const byOwner = new Map();

// Every record has a last activity: the latest note, task done or mail, or else when it was made.
const filter = `is:open last_activity_at<-${days}d`;
const fields = ["owner", "amount", "last_activity_at"];
for await (const deal of kith.records.list({ type: "deal", filter, sort: "-amount", fields, limit: 100 })) {
  const owner = deal.values.owner?.name ?? "Nobody";
  byOwner.set(owner, [...(byOwner.get(owner) ?? []), deal]);
}

for (const [owner, deals] of [...byOwner].sort(([one], [other]) => one.localeCompare(other))) {
  console.log(`${owner}: ${deals.length}`);
  for (const { title, url, values } of deals) {
    const quiet = Math.floor((Date.now() - Date.parse(values.last_activity_at)) / DAY_MS);
    console.log(`  ${title}, ${values.amount ?? "no amount"}, quiet for ${quiet} days: ${url}`);
  }
}
