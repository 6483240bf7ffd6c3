import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { openBrowser, signIn, visit } from "../e2e/browser.ts";
import { startPostgres, type Cluster } from "../scripts/postgres.ts";
import { createPasswordHash, PASSWORD_HASH_KIB } from "../server/src/platform/password-hash.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { median, quantile } from "./records/requests.ts";
import { SECRET } from "./records/cases.ts";
import { startMeasured } from "./records/process.ts";
import { buildSet, type BenchSet } from "./records/set.ts";
import { addClock } from "./web/page-clock.ts";
import { editCells, filterRows, firstScripts, navigate, openList, scrollRows } from "./web/measures.ts";

// The speed of the web application in a real browser, on the production build: node bench/web.ts --set <file>, with a file that
// bench/records.ts --keep wrote. Without it a set is built first, in which one company has a fifth of all records.
const { values: flags } = parseArgs({
  options: {
    set: { type: "string" },
    records: { type: "string", default: "100000" },
    rows: { type: "string", default: "100000" },
    rounds: { type: "string", default: "15" },
  },
});
const ROUNDS = Number(flags.rounds);
const say = (text: string) => void process.stdout.write(`${text}\n`);
const PASSWORD = "a benchmark reads its own lists";

let cluster: Cluster | undefined;
const place = flags.set
  ? (JSON.parse(readFileSync(flags.set, "utf8")) as { url: string; superuserUrl: string; set: BenchSet })
  : await build();
const { big } = place.set;
const database = new Client({ connectionString: place.superuserUrl });
await database.connect();
await database.query("update users set password_hash = $2 where id = $1", [
  big.userId,
  await createPasswordHash(PASSWORD_HASH_KIB).make(PASSWORD),
]);
const { rows: people } = await database.query<{ email: string }>("select email from users where id = $1", [big.userId]);
await database.end();

const server = await startMeasured("server/src/main.ts", ["http"], (url) => ({
  BASE_URL: url,
  DATABASE_URL: place.url,
  KITH_SECRET: SECRET,
  HOST: "127.0.0.1",
  LOG_LEVEL: "error",
}));
const browser = await openBrowser();
try {
  const { page } = await visit(browser, server.url);
  await addClock(page);
  await signIn(page, { email: people[0]?.email ?? "", password: PASSWORD });
  say(`company of ${big.records.toLocaleString("en")} records; milliseconds: median (range)`);

  const scripts = await firstScripts(page);
  const opened = await openList(page, ROUNDS);
  const walked = await navigate(page, ROUNDS);
  const filtered = await filterRows(page, ROUNDS);
  const edited = await editCells(page, ROUNDS);
  const scrolled = await scrollRows(page, Number(flags.rows));
  const show = (name: string, times: number[]) =>
    say(`${name.padEnd(34)} ${median(times).toFixed(0)} (${Math.min(...times).toFixed(0)}-${quantile(times, 1).toFixed(0)})`);
  show("list after navigation", walked);
  show("list after loading its address", opened);
  show("filter edit to new rows", filtered);
  show("inline edit visible", edited);
  say(
    `scrolled ${scrolled.rows} rows in ${scrolled.seconds.toFixed(1)} s: ${scrolled.fps.toFixed(1)} frames/s, heap ${scrolled.heapMb} MB`,
  );
  say(`first JavaScript ${scripts} kB compressed`);
  const whole = (value: number) => Math.round(value);
  say(
    JSON.stringify({
      bench: "web",
      ratios: {
        "list after navigation ms": whole(median(walked)),
        "list after loading its address ms": whole(median(opened)),
        "filter edit ms": whole(median(filtered)),
        "inline edit ms": whole(median(edited)),
        "frames a second": whole(scrolled.fps),
        "heap MB": scrolled.heapMb,
        "first JavaScript kB": scripts,
      },
      goals: {
        "list after navigation ms": 300,
        "filter edit ms": 150,
        "inline edit ms": 50,
        "frames a second": 55,
        "heap MB": 200,
        "first JavaScript kB": 250,
      },
    }),
  );
} finally {
  await browser.close();
  server.stop();
  await cluster?.stop();
}

async function build() {
  cluster = await startPostgres({ settings: { shared_buffers: "1GB", work_mem: "32MB", random_page_cost: "1.1" } });
  await migrate(cluster.url, SECRET);
  const superuserUrl = cluster.superuserUrl.replace(/\/postgres$/, "/kith");
  return { url: cluster.url, superuserUrl, set: await buildSet(superuserUrl, Number(flags.records), 0.2, say) };
}
