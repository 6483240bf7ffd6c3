import { parseArgs } from "node:util";
import { dropAndRestore } from "./drill/dropped-table.ts";
import { killAndRestore } from "./drill/killed-machine.ts";

// Shows that what is backed up comes back, on a PostgreSQL of its own, with the scripts of deploy/backup.
//   npm run drill                                a table is dropped, and the moment before is restored: 1,000,000 records
//   npm run drill -- --kill                      PostgreSQL is killed under load, and its disk is lost: 50,000 confirmed rows
//   npm run drill -- --kill --synchronous        the same with the receiver as synchronous standby
const { values } = parseArgs({
  options: {
    records: { type: "string", default: "1000000" },
    rows: { type: "string", default: "50000" },
    kill: { type: "boolean", default: false },
    synchronous: { type: "boolean", default: false },
  },
});
const say = (line: string) => console.log(line);

if (values.kill) {
  const { confirmed, lost, seconds } = await killAndRestore(Number(values.rows), values.synchronous);
  say(`${lost} of ${confirmed} confirmed rows lost (${((lost / confirmed) * 100).toFixed(3)} %), restored in ${seconds.toFixed(1)} s`);
  process.exitCode = lost > (values.synchronous ? 0 : confirmed / 1_000) ? 1 : 0;
} else {
  const { counts, restored, refusals, after } = await dropAndRestore(Number(values.records), say);
  for (const { code, said } of refusals) say(`refused (${code}): ${said.trim()}`);
  say(restored.said);
  const different = [...counts].filter(([table, count]) => restored.counts.get(table) !== count);
  for (const [table, count] of different) say(`DIFFERENT ${table}: ${count} before, ${restored.counts.get(table) ?? "not there"} restored`);
  say(`${counts.size} tables, ${different.length} different; ${counts.get("records")} records; ${restored.seconds.toFixed(1)} s`);
  say(`started again and migrated: ${after.hours} sealed hours of the event log, ${after.damages} damaged`);
  process.exitCode = different.length > 0 || after.damages > 0 || !after.isNoted ? 1 : 0;
}
