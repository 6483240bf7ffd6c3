import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { startPostgres, type Cluster } from "../scripts/postgres.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { memberId } from "../server/src/features/members/operations.ts";
import { createCursors } from "../server/src/platform/cursors.ts";
import { startService, type Person, type Service } from "../server/test/service.ts";
import { companyOf } from "../server/test/website-leads.ts";
import { TEST_SECRET } from "../scripts/test-database.ts";
import { watchServed } from "./conversations/served.ts";
import { buildSet, PER_CONVERSATION } from "./conversations/set.ts";

// List, counts, one conversation and search in a company of 40 channels, for somebody who sees all of them, 11, and one. The goals are the
// server's own time; beside it stands the whole call over HTTP with a session, by a client on the same processors. MESSAGES=1000000 is the
// size that is promised; the default is a tenth of it. A set that was built with --keep <file> is used again with --set <file>.
const { values: flags } = parseArgs({ options: { keep: { type: "string" }, set: { type: "string" }, only: { type: "string" } } });
const TIMES = Number(process.env["TIMES"] ?? 40);
/** A statement has its lasting plan after five calls, and Node its compiled code after some more. */
const WARM = 20;
const MAX_MS = 15;
const MAX_SEARCH_MS = 60;
const MAX_DEEP = 1.2;

interface Set {
  url: string;
  superuserUrl: string;
  messages: number;
  /** Who sees all channels, eleven and one: their addresses. */
  people: Record<string, string>;
}

interface Figure {
  server: number;
  call: number;
}

let cluster: Cluster | undefined;
try {
  const set = flags.set ? (JSON.parse(readFileSync(flags.set, "utf8")) as Set) : await build();
  if (flags.keep) {
    writeFileSync(flags.keep, JSON.stringify(set));
    await new Promise((resolve) => process.once("SIGTERM", resolve));
  } else await measureAll(set);
} finally {
  await cluster?.stop();
}

async function build(): Promise<Set> {
  const messages = Number(process.env["MESSAGES"] ?? 100_000);
  cluster = await startPostgres({ isDurable: false });
  await migrate(cluster.url, TEST_SECRET);
  const superuserUrl = cluster.superuserUrl.replace(/\/postgres$/, "/kith");
  const started = performance.now();
  const [service, end] = await serve({ url: cluster.url, superuserUrl });
  const people = Object.entries(await buildSet(service, messages)).map(([sees, { email }]) => [sees, email]);
  await end();
  console.log(`${messages} messages in ${Math.round((performance.now() - started) / 1_000)} s`);
  return { url: cluster.url, superuserUrl, messages, people: Object.fromEntries(people) };
}

async function serve({ url, superuserUrl }: Pick<Set, "url" | "superuserUrl">): Promise<[Service, () => Promise<void>]> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  const query = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows;
  const service = await startService({ database: { url, superuserUrl, query, drop: () => client.end() }, env: { LOG_LEVEL: "error" } });
  return [service, () => service.close()];
}

async function measureAll(set: Set): Promise<void> {
  const [service, end] = await serve(set);
  try {
    const figures: Record<string, Figure> = {};
    for (const [sees, email] of Object.entries(set.people))
      Object.assign(figures, await measurePerson(service, await service.signIn(email), sees, set.messages));
    report(figures, set.messages);
  } finally {
    await end();
  }
}

async function measurePerson(service: Service, person: Person, sees: string, messages: number): Promise<Record<string, Figure>> {
  const served = watchServed(service.app.http.server);
  const deep = await cursorAt(service, person, Math.floor((messages / PER_CONVERSATION) * 0.75));
  const [first] = (await person.call("inbox.list", {})).items;
  const calls: Record<string, () => Promise<unknown>> = {
    list: () => person.call("inbox.list", {}),
    "closed, first page": () => person.call("inbox.list", { filter: "state:closed" }),
    "closed, deep": () => person.call("inbox.list", { filter: "state:closed", ...(deep ? { cursor: deep } : {}) }),
    counts: () => person.call("inbox.counts", {}),
    "reply times": () => person.call("inbox.replyTimes", {}),
    conversation: () => person.call("inbox.get", { id: first?.id ?? "" }),
    messages: () => person.call("inbox.messages", { id: first?.id ?? "" }),
    "search rare": () => person.call("inbox.list", { filter: "quetzalcoatl" }),
    "search common": () => person.call("inbox.list", { filter: "everywhere" }),
    "search prefix": () => person.call("inbox.list", { filter: "word12" }),
  };
  const figures: Record<string, Figure> = {};
  for (const [what, call] of Object.entries(calls).filter(([name]) => name.includes(flags.only ?? ""))) {
    for (let warm = 0; warm < WARM; warm++) await call();
    await served.take();
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      const started = performance.now();
      await call();
      times.push(performance.now() - started);
    }
    figures[`${what}, sees ${sees}`] = { server: p95(await served.take()), call: p95(times) };
  }
  return figures;
}

function p95(times: number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

/** The cursor of the page that begins so many conversations down the list of closed ones. */
async function cursorAt(service: Service, person: Person, depth: number): Promise<string | undefined> {
  const company = await companyOf(service, person);
  const [row] = await service.database.query(
    "select list_key::text as key, id from conversations where company_id = $1 and state = 'closed' order by list_key, id offset $2 limit 1",
    [company, depth],
  );
  const list = `conversations\n${memberId.decode(person.userId)}\nstate:closed`;
  return row && createCursors(service.config.secret).seal(company, list, `${String(row["key"])} ${String(row["id"])}`);
}

function report(figures: Record<string, Figure>, messages: number): void {
  console.log("95th of a hundred".padEnd(36), "server".padStart(9), "whole call".padStart(12));
  for (const [what, { server, call }] of Object.entries(figures))
    console.log(what.padEnd(36), `${server.toFixed(1)} ms`.padStart(9), `${call.toFixed(1)} ms`.padStart(12));
  const missed = missedGoals(figures);
  console.log(missed.length === 0 ? "every goal is reached" : `missed: ${missed.join("; ")}`);
  console.log(JSON.stringify({ bench: "conversations", messages, p95_ms: figures }));
}

/** Times in ms, and a page far down beside the first one. They are promised for a million messages, on a machine that does nothing else. */
function missedGoals(figures: Record<string, Figure>): string[] {
  const tooSlow = Object.entries(figures).filter(([what, { server }]) => server > (what.startsWith("search") ? MAX_SEARCH_MS : MAX_MS));
  const tooDeep = ["all", "eleven", "one"].flatMap((sees) => {
    const [deep, first] = ["deep", "first page"].map((page) => figures[`closed, ${page}, sees ${sees}`]?.server);
    const ratio = (deep ?? 0) / (first ?? 1);
    return ratio > MAX_DEEP ? [`closed, deep, sees ${sees}: ${ratio.toFixed(2)} times the first page`] : [];
  });
  return [...tooSlow.map(([what, { server }]) => `${what}: ${server.toFixed(1)} ms`), ...tooDeep];
}
