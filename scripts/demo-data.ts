import { Client } from "pg";
import { createApp } from "../server/src/app.ts";
import type { Config } from "../server/src/config.ts";
import type { OperationName } from "../server/src/contract.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../server/src/kernel/clock.ts";
import { takeSubmissions } from "../server/src/features/leads/take/operations.ts";
import { asSystem } from "../server/src/platform/as-system.ts";
import { id } from "../server/src/platform/ids.ts";
import { createLog } from "../server/src/platform/log.ts";
import { demoDashboard } from "./demo-dashboard.ts";
import { demoFiles } from "./demo-files.ts";
import { demoInbox } from "./demo-inbox.ts";
import { demoLeads } from "./demo-leads.ts";
import { demoNotifications } from "./demo-notifications.ts";
import { demoWeeks, type Call } from "./demo-records.ts";
import { demoWebhooks } from "./demo-webhooks.ts";

const PASSWORD = "fernhill demo 2026";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:152.0) Gecko/20100101 Firefox/152.0";

export const demoSignIns = {
  admin: { email: "mara@fernhill.example", password: PASSWORD },
  member: { email: "tomasz@fernhill.example", password: PASSWORD },
};

const COLLEAGUES = [
  { name: "Tomasz Wrona", email: demoSignIns.member.email, role: "member", daysAgo: 379 },
  { name: "Ines Carvalho", email: "ines@fernhill.example", role: "member", daysAgo: 378 },
  { name: "Priya Raman", email: "priya@fernhill.example", role: "admin", daysAgo: 372 },
  { name: "Joel Adeyemi", email: "joel@fernhill.example", role: "member", daysAgo: 370 },
] as const;

// Mara's keys: when each was made, when it was last used, and by which client.
const KEYS = [
  { name: "Month-end export script", client: "curl/8.14.1", createdMs: 138 * DAY_MS, usedMs: 15 * DAY_MS },
  { name: "n8n", client: "n8n/1.118", createdMs: 93 * DAY_MS, usedMs: 3 * HOUR_MS },
  { name: "Cursor on the laptop", client: "Cursor/3.1", createdMs: 55 * DAY_MS, usedMs: 26 * HOUR_MS },
  { name: "VS Code", client: "Visual Studio Code/1.109", createdMs: 37 * DAY_MS, usedMs: 13 * DAY_MS },
  { name: "Claude Code", client: "claude-code/2.4.0", createdMs: 12 * DAY_MS, usedMs: 4 * MINUTE_MS },
];

const PARTNER = "camille@atelier-mesures.example";
const companyId = id("com", "company");

interface Step {
  agoMs: number;
  run(): Promise<unknown>;
}

/**
 * Fills an empty database with a realistic company, through the same calls as a browser, with the clock set back a year. With a receiver
 * that may be reached it has webhooks, too.
 */
export async function fillDemo(config: Config, receiver?: string): Promise<void> {
  let agoMs = 380 * DAY_MS;
  const clock = { now: () => new Date(Date.now() - agoMs) };
  const log = createLog("silent");
  // Nobody else calls this node, so one company may have all of it: on a slow machine it would be refused otherwise.
  const app = await createApp({ ...config, companyCpuPercent: 100 }, { clock, log });
  const host = new URL(config.baseUrl).host;

  async function send(name: OperationName, input: unknown, cookie: string) {
    const headers = { host, cookie, "content-type": "application/json", "user-agent": FIREFOX };
    const response = await app.http.inject({ method: "POST", url: `/app/call/${name}`, headers, payload: input as object });
    if (response.statusCode !== 200) throw new Error(`${name}: ${response.body}`);
    return { output: response.json<unknown>(), cookie: String(response.headers["set-cookie"] ?? "").split(";")[0] ?? "" };
  }
  // Its output has no type until here: a function that hands on what another call answers takes the compiler half a minute.
  const callWith =
    (cookieOf: () => string | Promise<string>): Call =>
    async (name, input) =>
      (await send(name, input, await cookieOf())).output as never;
  const call = callWith(() => "");
  const signIn = async (email = demoSignIns.admin.email) => (await send("sessions.create", { email, password: PASSWORD }, "")).cookie;

  async function join({ name, email, role }: (typeof COLLEAGUES)[number]) {
    const cookie = await signIn();
    const callAsAdmin = callWith(() => cookie);
    const invited = await callAsAdmin(role === "admin" ? "invitations.createAdmin" : "invitations.create", { email });
    const made = await callAsAdmin("invitations.link", { id: invited.id });
    await call("invitations.accept", { token: new URL(made.link).hash.slice("#token=".length), name, password: PASSWORD });
  }
  async function addKey({ name, client, usedMs }: (typeof KEYS)[number]) {
    const { key } = await callWith(signIn)("keys.create", { name });
    assistantKey = key;
    for (const at of [agoMs - 5 * MINUTE_MS, usedMs]) {
      agoMs = at;
      await app.http.inject({ method: "GET", url: "/api/v1/me", headers: { host, "x-api-key": key, "user-agent": client } });
      await app.settle();
    }
  }
  let cookie = "";
  let assistantKey = "";
  const weeks = demoWeeks(
    callWith(() => {
      agoMs -= 37 * MINUTE_MS; // work takes time
      return cookie;
    }),
    moveByAssistant,
  );

  /** Moves deals with the newest key, as an assistant would; without a key, as the signed-in person. */
  async function moveByAssistant(items: { id?: string; values: Record<string, unknown> }[]) {
    agoMs -= 20 * MINUTE_MS;
    if (!assistantKey) return void (await send("records.batch", { type: "deal", items }, cookie));
    const headers = { host, "x-api-key": assistantKey, "user-agent": "claude-code/2.4.0" };
    const response = await app.http.inject({ method: "POST", url: "/api/v1/records/deal/batch", headers, payload: { items } });
    if (response.statusCode !== 200) throw new Error(response.body);
    await app.settle();
  }
  const sessions = new Map<string, { cookie: string; sinceMs: number }>();
  /** Signing in takes longer than most calls, so a session lasts for some days. */
  const sessionOf = async (email: string) => {
    const known = sessions.get(email);
    const session = known && known.sinceMs - agoMs < 5 * DAY_MS ? known : { cookie: await signIn(email), sinceMs: agoMs };
    sessions.set(email, session);
    return session.cookie;
  };
  /** The calls of one person. */
  const as = async (email: string) => {
    const own = await sessionOf(email);
    return callWith(() => own);
  };
  async function upload(email: string, name: string, payload: Buffer): Promise<string> {
    const headers = { host, cookie: await sessionOf(email), "content-type": "application/octet-stream", "user-agent": FIREFOX };
    const response = await app.http.inject({ method: "POST", url: `/app/files?name=${encodeURIComponent(name)}`, headers, payload });
    if (response.statusCode !== 201) throw new Error(`a file: ${response.body}`);
    return response.json<{ id: string }>().id;
  }
  const callAsMara = callWith(() => sessionOf(demoSignIns.admin.email));
  const ownCompany = async () => companyId.decode((await callAsMara("members.me", {})).company.id);
  const leads = demoLeads({
    call: callAsMara,
    as,
    async partner() {
      await call("companies.create", { company_name: "Atelier Mesures", name: "Camille Aubert", email: PARTNER, password: PASSWORD });
      return as(PARTNER);
    },
    async visit(publicId, body) {
      const headers = { host, "content-type": "application/json", "user-agent": FIREFOX };
      const response = await app.http.inject({ method: "POST", url: `/f/${publicId}`, headers, payload: body });
      if (response.statusCode !== 202) throw new Error(`a visitor: ${response.statusCode} ${response.body}`);
      await app.settle();
    },
    take: async () => void (await asSystem(app.execute, await ownCompany())(takeSubmissions, { most: 50 })),
  });
  const inbox = demoInbox({
    call: callAsMara,
    as,
    execute: app.execute,
    log,
    databaseUrl: config.databaseUrl,
    secret: config.secret,
    companyId: ownCompany,
    now: clock.now,
    passTime: (ms) => (agoMs -= ms),
  });
  const sinceEight = (Date.now() % DAY_MS) - 8 * HOUR_MS; // so that a day's work begins in the morning, whenever this runs
  const steps: Step[] = [
    ...COLLEAGUES.map((colleague) => ({ agoMs: colleague.daysAgo * DAY_MS, run: () => join(colleague) })),
    ...KEYS.map((key) => ({ agoMs: key.createdMs, run: () => addKey(key) })),
    ...weeks.map((week, at) => ({
      agoMs: week.agoMs + sinceEight,
      async run() {
        cookie = await signIn([demoSignIns.admin, ...COLLEAGUES][at % (COLLEAGUES.length + 1)]?.email);
        await week.run();
      },
    })),
    ...demoDashboard(callAsMara),
    ...demoFiles({ as, upload }),
    ...leads,
    ...inbox,
    ...(receiver ? demoWebhooks(callAsMara, receiver) : []),
    { agoMs: 2 * DAY_MS, run: () => callWith(signIn)("invitations.create", { email: "noor@fernhill.example" }) },
  ];

  await call("companies.create", {
    company_name: "Fernhill Instruments",
    name: "Mara Lindqvist",
    ...demoSignIns.admin,
    time_zone: "Europe/Berlin",
  });
  // In chronological order, because the log is read in the order of writing.
  for (const step of steps.sort((a, b) => b.agoMs - a.agoMs)) {
    agoMs = step.agoMs;
    await step.run();
  }
  await demoNotifications({
    execute: app.execute,
    databaseUrl: config.databaseUrl,
    secret: config.secret,
    companyId: await ownCompany(),
    setTime: (at) => (agoMs = Date.now() - at.getTime()),
    people: await Promise.all([demoSignIns.admin, ...COLLEAGUES].map(({ email }) => as(email))),
  });
  await app.close();
  await analyze(config.databaseUrl);
}

/** Updates the statistics. Autovacuum would do it a minute later, and plans would be bad until then. */
async function analyze(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("analyze records, record_links, record_identifiers, events, lead_submissions, lead_decisions, lead_clocks");
  await client.end();
}
