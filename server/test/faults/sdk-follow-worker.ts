import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { createKith } from "../../../packages/sdk/src/index.ts";

// A program that follows the change feed as the guide says: it handles the changes, and keeps the position afterwards.
const [url = "", seenFile = "", positionFile = "", limit = ""] = process.argv.slice(2);
const kith = createKith({ url, apiKey: process.env["KITH_API_KEY"] ?? "" });
const after = existsSync(positionFile) ? readFileSync(positionFile, "utf8") : undefined;
appendFileSync(seenFile, "start\n");
process.send?.("ready");
for await (const { changes, position } of kith.follow({ after, type: "contact", limit: Number(limit), everyMs: 50 })) {
  for (const { id } of changes) {
    appendFileSync(seenFile, `${id}\n`);
    await setTimeout(1);
  }
  // Renamed, so that it is the old or the new one, whenever the process is killed.
  writeFileSync(`${positionFile}.new`, position);
  renameSync(`${positionFile}.new`, positionFile);
}
