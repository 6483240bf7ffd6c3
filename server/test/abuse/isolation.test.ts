import { giveFile } from "../give-file.ts";
import { giveNotification } from "../notifications.ts";
import { giveFailedJob } from "../jobs/lab.ts";
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { Client } from "pg";
import { newId } from "../../src/platform/random.ts";
import { id as idOf, showId } from "../../src/platform/ids.ts";
import type { Operation } from "../../src/kernel/operation.ts";
import { giveChannel } from "../channels/give-channel.ts";
import { checkFile, importFile, uploadFile } from "../import-file.ts";
import { makeInput, reachable } from "../inputs.ts";
import { furnishInbox } from "../inbox.ts";
import { furnishLeads, leadValue } from "./furnish-leads.ts";
import { scaled } from "../measured.ts";
import { widestInputs } from "./widest-reads.ts";
import { startService, type Person, type Service } from "../service.ts";

// Two barriers separate companies: every statement names the company, and row-level security hides all others. Random calls of
// three companies must find no leak with either barrier off; with both off they must find one.

const OPERATIONS = Number(process.env["ISOLATION_OPERATIONS"] ?? 2_000);
const SEED = Number(process.env["FILTER_SEED"] ?? randomInt(1_000_000));
const PER_SEQUENCE = 50;
/** Chance leaves operations out. They are tried again by themselves, so many calls at a time and so many times at most. */
const TRIED_AGAIN = 400;
const MAX_ROUNDS = 8;
const SHOWN_ID = /\b[a-z]+_[0-7][0-9a-z]{25}\b/g;
const COMPANIES = ["alderwyn", "birchfeld", "cedarholt"] as const;
type Company = (typeof COMPANIES)[number];

/** How a leak is detected: a word of another company, an id of another company, a row written for another company. */
const DETECTORS = ["words", "ids", "writes"] as const;

// The callers' own sessions must survive the test, and password hashing would take most of its time.
const LEFT_OUT = new Set(["sessions.end", "sessions.confirm", "passwords.change"]);
const CALLED = new Map(
  reachable.filter(({ name, access }) => access !== "public" && !LEFT_OUT.has(name)).map((operation) => [operation.name, operation]),
);

/** What a company's files hold. All are of one length, so that every announced size is right. */
const fileOf = (company: Company) => Buffer.from(`Name,City,Email\n${company} filed,${company},${company}@test.example\n`);

interface Tenant {
  admin: Person;
  member: Person;
  adminKey: string;
  memberKey: string;
  /** Ids that any caller may try to use: never those of the callers above. */
  ids: Record<string, string[]>;
  cursors: string[];
}

/** One random call: who, what, over which surface, and a stream of numbers that chooses its input. */
const callOf = (names: Iterable<string>) =>
  fc.record({
    company: fc.constantFrom(...COMPANIES),
    role: fc.constantFrom<"admin" | "member">("admin", "member"),
    name: fc.constantFrom(...names),
    surface: fc.constantFrom("web", "rest", "mcp"),
    choices: fc.infiniteStream(fc.nat(1_000_000)),
  });
type SomeCall = ReturnType<typeof callOf> extends fc.Arbitrary<infer Value> ? Value : never;

test("with the company condition removed from every statement, row-level security alone keeps companies apart", async (t) => {
  const restore = removeConditions(t);
  const calls = await play(t, async () => undefined);
  assert.ok(restore() > calls / 4, "the conditions were there and were removed");
});

test("with row-level security off, the statements' own conditions keep companies apart", async (t) => {
  await play(t, turnOffRowSecurity);
});

// Random calls ask for a word of their own most of the time, and a list that answers a word hides what it would show without one.
test("with row-level security off, whatever reads and is asked for all it has gives only what is the caller's", async (t) => {
  const { service, tenants } = await settleOnce(false);
  await turnOffRowSecurity(service);
  const reads = [...CALLED.values()].filter(({ effect }) => effect === "read");
  const seen: Parameters<typeof checkOwners>[1] = [];
  const answered = new Set<string>();
  const [company, other] = COMPANIES;
  for (const operation of reads) {
    const { name } = operation;
    for (const asked of widestInputs(operation, tenants[company].ids, tenants[other].ids)) {
      const response = await tenants[company].admin.post(name, asked);
      const answer = withoutOwnPaths({ name }, await response.text());
      checkWords({ name, company }, answer);
      if (!response.ok) continue;
      const text = withoutAsked(name, answer, asked);
      answered.add(name);
      for (const [id] of text.matchAll(SHOWN_ID)) seen.push({ id, company, operation: name });
    }
  }
  await checkOwners(service, seen);
  // The calls before have taken away some of what these need.
  const refused = reads.map(({ name }) => name).filter((name) => !answered.has(name));
  t.diagnostic(`${reads.length} operations read; refused: ${refused.join(", ")}`);
  assert.ok(refused.length <= reads.length / 5, refused.join(", "));
});

for (const detector of DETECTORS) {
  test(`with both barriers off the same calls find a leak, by ${detector} alone`, async (t) => {
    removeConditions(t);
    await assert.rejects(play(t, turnOffRowSecurity, [detector]), ({ cause }: Error) => /came back to|was written by/.test(String(cause)));
  });
}

/** Replaces `company_id = $1` in whatever is sent to PostgreSQL by something that is always true. */
function removeConditions(t: TestContext): () => number {
  let taken = 0;
  const send = Client.prototype.query as (this: Client, config: unknown, ...others: unknown[]) => unknown;
  const condition = /\b(?:\w+\.)?company_id = (?<one>\$\d+)|(?<=\bcompanies\b.*where )id = (?<other>\$\d+)/g;
  // The same statements are sent thousands of times.
  const known = new Map<string, string>();
  const blind = (text: string) => {
    const blinded = known.get(text) ?? text.replace(condition, "($<one>$<other>::uuid is not null)");
    known.set(text, blinded);
    return blinded;
  };
  const patched = t.mock.method(Client.prototype, "query", function (this: Client, config: unknown, ...others: unknown[]) {
    if (typeof config !== "object" || config === null || !("text" in config)) return send.call(this, config, ...others);
    const text = blind(String(config.text));
    if (text === config.text) return send.call(this, config, ...others);
    taken++;
    // A connection knows a named statement by its text, and other tests send the whole one.
    const named = "name" in config && config.name ? { name: `${String(config.name)} blind` } : {};
    // Of its own class: a query of ours takes its company along, and row-level security could not work without it.
    const copy = Object.create(Object.getPrototypeOf(config) as object) as object;
    return send.call(this, Object.assign(copy, config, { text, ...named }), ...others);
  } as never);
  return () => {
    patched.mock.restore();
    return taken;
  };
}

async function turnOffRowSecurity(service: Service): Promise<void> {
  const tables = await service.database.query(
    "select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace",
  );
  if (tables.length === 0) return; // an earlier test has done it
  assert.ok(tables.length >= 8);
  await service.database.query(tables.map(({ name }) => `alter table ${String(name)} disable row level security`).join("; "));
  // The view that replaces the policies where an index needs it.
  const views = await service.database.query(
    "select viewname as name, definition from pg_views where schemaname = 'public' and definition like '%current_company()%'",
  );
  for (const { name, definition } of views) {
    const open = String(definition).replaceAll(
      /(?:\w+\.)?company_id = (?:\( SELECT )?current_company\(\)(?: AS current_company\))?/g,
      "true",
    );
    assert.ok(!open.includes("current_company"), `${String(name)} ${open}`);
    await service.database.query(`create or replace view ${String(name)} as ${open}`);
  }
}

/** Where nobody listens. */
const NOBODY = "http://127.0.0.1:9";
const RANGE = { since: "2026-01-01T00:00:00.000Z", until: "2026-02-01T00:00:00.000Z" };

/** What is refused to these companies whatever is sent: they have no workbook and no mail, and are not new. */
const REFUSED_HERE = new Set(["imports.chooseSheet", "members.sendVerification", "samples.load", "samples.remove"]);

let settled: { service: Service; tenants: Record<Company, Tenant> } | undefined;
test.after(() => settled?.service.close());

/** A service with three companies, or the one before. To make the companies takes as long as hundreds of calls. */
async function settleOnce(isNew: boolean): Promise<{ service: Service; tenants: Record<Company, Tenant> }> {
  if (settled && !isNew) return settled;
  await settled?.service.close();
  const service = await startService({ env: { OUTBOUND_ALLOW: "127.0.0.1:9" } });
  const worker = await service.app.startWorker();
  try {
    settled = { service, tenants: await settle(service) };
  } finally {
    await worker.stop();
  }
  await watchWrites(service);
  return settled;
}

/** Makes random calls and checks every answer. Returns the number of calls. */
async function play(
  t: TestContext,
  prepare: (service: Service) => Promise<void>,
  eyes: readonly (typeof DETECTORS)[number][] = DETECTORS,
): Promise<number> {
  // Earlier calls have taken away things that others need to succeed. To find a leak there are enough left.
  const { service, tenants } = await settleOnce(eyes === DETECTORS);
  const statuses: Record<string, number> = {};
  const worked = new Set<string>();
  // Altering every table while a worker writes to some of them can end in a deadlock.
  await prepare(service);
  await service.database.query("truncate watch.crossings");
  const worker = await service.app.startWorker();
  try {
    const tryCalls = async (calls: SomeCall[]) => {
      const seen: { id: string; company: Company; operation: string }[] = [];
      for (const call of calls) {
        const { response, sent } = await make(service, tenants, call);
        const text = await response.text();
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        if (response.ok && !text.includes('"isError":true')) worked.add(call.name);
        if (eyes === DETECTORS) assert.ok(response.status < 500 || response.status === 503, `${call.name}: ${text}`);
        if (eyes.includes("words")) checkWords(call, text);
        // A refusal may name what was asked for.
        const isRefused = !response.ok || /"isError":true|"status":"failed"|"missing":\["/.test(text);
        for (const [id] of withoutOwnPaths(call, text).matchAll(SHOWN_ID))
          if (!isRefused || !sent.includes(id)) seen.push({ id, company: call.company, operation: call.name });
        learn(tenants[call.company], call, text);
      }
      if (eyes.includes("ids")) await checkOwners(service, seen);
      if (eyes.includes("writes")) await checkWrites(service);
    };
    let turn = 0;
    // Chance would leave out a third of them: each operation has its turn, and what is sent is drawn.
    const inTurn = (names: string[]) => (call: SomeCall) => ({ ...call, name: names[turn++ % names.length] ?? call.name });
    const sequences = (names: string[]) =>
      fc.asyncProperty(fc.array(callOf(names), { minLength: PER_SEQUENCE, maxLength: PER_SEQUENCE }), (calls) =>
        tryCalls(calls.map(inTurn(names))),
      );
    const mostUnanswered = CALLED.size / scaled(10, 5);
    const neverAnswered = () => [...CALLED.keys()].filter((name) => !worked.has(name) && !REFUSED_HERE.has(name));
    // Refusals alone prove little: it continues until nearly every operation has also succeeded, on real records.
    for (let round = 0; round === 0 || (round < MAX_ROUNDS && neverAnswered().length > mostUnanswered); round++) {
      const [names, calls] = round === 0 ? [[...CALLED.keys()], OPERATIONS] : [neverAnswered(), TRIED_AGAIN];
      // Earlier sequences leave data behind, so a failure is shown as it happened: replaying a shorter sequence would prove nothing.
      await fc.assert(sequences(names), { numRuns: Math.ceil(calls / PER_SEQUENCE), seed: SEED + round, endOnFailure: true });
    }
    const never = neverAnswered();
    t.diagnostic(`never answered: ${never.join(", ")}`);
    assert.ok(never.length <= mostUnanswered, `never answered: ${never.join(", ")}`);
  } finally {
    t.diagnostic(`calls by status: ${JSON.stringify(statuses)}`);
    await worker.stop();
  }
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}

/** Three companies. Every name, address and value contains the name of its company. */
async function settle(service: Service): Promise<Record<Company, Tenant>> {
  const tenants: Partial<Record<Company, Tenant>> = {};
  for (const company of COMPANIES) {
    const admin = await service.given.admin(`${company} admin`);
    await admin.call("companies.update", { name: `${company} company` });
    const member = await service.given.member(admin, "member", `${company} member`);
    const bystander = await service.given.member(admin, "member", `${company} bystander`);
    const [{ key: adminKey }, { key: memberKey }, spare] = [
      await admin.key(`${company} key`),
      await member.key(`${company} key`),
      await bystander.key(`${company} key`),
    ];
    const [session] = (await bystander.call("sessions.list", {})).items;
    const records = await furnish(admin, company);
    const leads = await furnishLeads(service, admin, company);
    const channels = [];
    for (const at of [1, 2, 3]) channels.push(await giveChannel(service, admin, `${company} channel ${at}`, 2));
    const inbox = await furnishInbox(service, admin, company);
    const board = await admin.call("dashboards.create", { name: `${company} board`, is_shared: true });
    const widget = await admin.call("dashboards.addWidget", { id: board.id, kind: "number", title: `${company} widget`, type: "contact" });
    const job = [await giveFailedJob(service, admin), await giveFailedJob(service, admin)];
    tenants[company] = {
      admin,
      member,
      adminKey,
      memberKey,
      cursors: [],
      ids: {
        usr: [bystander.userId],
        key: [spare.id],
        ses: [session?.id ?? ""],
        inv: [],
        dash: [board.id],
        wid: [widget.id],
        job,
        can: [(await admin.call("cannedReplies.create", { name: `${company} reply`, text: company, is_shared: true })).id],
        fil: [await giveFile(service, admin, `${company} file`)],
        ntf: [await giveNotification(service, admin, records["rec"]?.[0] ?? "")],
        ...records,
        ...leads,
        ...inbox,
        chn: channels.map(({ chn }) => chn),
        itm: channels.map(({ itm }) => itm),
      },
    };
  }
  return tenants as Record<Company, Tenant>;
}

/** Records, relations, notes, a view, a file and an export: with the company's name in each. */
async function furnish(admin: Person, company: Company): Promise<Record<string, string[]>> {
  const make = async (type: string, values: Record<string, unknown>) => admin.call("records.create", { type, values });
  await admin.call("types.addField", { type: "contact", key: "own", label: `${company} field`, field_type: "text" });
  const { record: organization } = await make("organization", { name: `${company} organization`, city: company });
  const contacts = [];
  for (const at of [1, 2, 3])
    contacts.push(await make("contact", { name: `${company} contact ${at}`, city: company, own: company, organization: organization.id }));
  const rec = contacts.map(({ record }) => record.id);
  const { record: deal } = await make("deal", { name: `${company} deal`, contacts: rec, organization: organization.id });
  await admin.call("records.addNote", { id: deal.id, text: `${company} note` });
  const { id: act } = await admin.call("records.logActivity", {
    id: deal.id,
    kind: "call",
    outcome: `${company} call`,
    people: rec.slice(0, 1),
  });
  const { id: view } = await admin.call("views.create", { type: "contact", name: `${company} view`, is_shared: true });
  // Files in every state: announced, sent, checked and imported.
  const imp = [await uploadFile(admin, "contact", fileOf(company)), await uploadFile(admin, "contact", fileOf(company))];
  for (const state of [checkFile, checkFile, importFile, importFile]) imp.push((await state(admin, "contact", fileOf(company))).id);
  const { id: exp } = await admin.call("exports.create", { type: "contact" });
  const whk: string[] = [];
  const evt: string[] = [];
  for (const at of [1, 2, 3, 4]) {
    const { webhook } = await admin.call("webhooks.create", { url: `${NOBODY}/${at}`, name: `${company} webhook` });
    whk.push(webhook.id);
    evt.push((await admin.call("webhooks.sendTest", { id: webhook.id })).event);
  }
  const { id: rpl } = await admin.call("webhooks.createReplay", { id: whk[0] ?? "", ...RANGE });
  return {
    whk,
    evt,
    rpl: [rpl],
    rec: [...rec, organization.id, deal.id],
    op: contacts.map((one) => one.operation_id),
    view: [view],
    act: [act],
    imp,
    exp: [exp],
  };
}

/** Sends a random call: ids and cursors are drawn from all three companies, words are the caller's own. */
async function make(
  service: Service,
  tenants: Record<Company, Tenant>,
  { company, role, name, surface, choices }: SomeCall,
): Promise<{ response: Response; sent: string }> {
  const operation = CALLED.get(name);
  assert.ok(operation);
  const below = (limit: number) => (choices.next().value ?? 0) % limit;
  const drawn = (pool: string[]) => pool[below(pool.length)];
  const everybody = COMPANIES.map((one) => tenants[one]);
  const word = () => `${company} ${below(40)}`.replaceAll(" ", "-");
  const some = (...choices: unknown[]) => choices[below(choices.length)];
  /** The caller's own half of the time: other ids are only ever refused. */
  const someId = (prefix: string) =>
    drawn((below(2) === 0 ? [tenants[company]] : everybody).flatMap((one) => one.ids[prefix] ?? [])) ?? showId(prefix, newId());
  const someRecord = () => someId("rec");
  const namedValues: Record<string, () => unknown> = {
    // Related records of any company: another company's must be refused, and the caller's own come with their titles.
    values: () => ({
      name: word(),
      city: word(),
      ...(below(3) === 0 ? { organization: someRecord() } : {}),
      ...(below(3) === 0 ? { email: [`${word()}@test.example`] } : {}),
    }),
    type: () =>
      name === "events.list" ? undefined : name === "assistant.link" ? "deal" : some("contact", "contact", "organization", "deal"),
    record: () => some(someRecord(), `${company} contact 1`, `${company} deal`),
    key: () => (name.startsWith("types.") ? `${company}_${below(1_000)}` : undefined),
    // A word of another company: it must find nothing.
    query: () => some(...COMPANIES),
    filter: () => some("", "has:name", "is:mine", `city~${company}`, 'organization.name~"organization"', "any(deals, has:name)"),
    sort: () => some("name", "-updated_at", "city"),
    fields: () => some(["name", "organization", "contacts", "deals"], ["city"]),
    match: () => (name === "imports.check" ? undefined : "email"),
    group_by: () => some("city", "organization", "owner"),
    measures: () => [{ measure: "count" }],
    interval: () => undefined,
    field: () => (name === "assistant.link" ? "contacts" : "own"),
    size: () => fileOf(company).length,
    base64: () => fileOf(company).toString("base64"),
    position: () => 0,
    mapping: () => [
      { column: 0, field: "name" },
      { column: 1, field: "city" },
    ],
    mode: () => "create",
    url: () => `${NOBODY}/${word()}`,
    event_types: () => ["record.updated"],
    event_type: () => "record.updated",
    headers: () => ({ "x-word": word() }),
    since: () => RANGE.since,
    until: () => RANGE.until,
    after: () => drawn(everybody.flatMap((one) => one.cursors)),
  };
  const input = makeInput(operation, {
    pick: (options) => options[below(options.length)] ?? options[0],
    word,
    id: someId,
    cursor: () => drawn(everybody.flatMap((one) => one.cursors)),
    named: (property) => leadValue(name, property, word, someId) ?? namedValues[property]?.(),
  });
  const who = tenants[company];
  const key = role === "admin" ? who.adminKey : who.memberKey;
  const send = () => {
    if (surface === "rest" && operation.rest) return sendRest(service, key, operation.rest, input);
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: operation.tool?.name, arguments: input } };
    return surface === "mcp" && operation.tool ? service.mcp(key, message) : who[role].post(name, input);
  };
  return { response: await send(), sent: JSON.stringify(input) };
}

function sendRest(service: Service, key: string, { method, path }: NonNullable<Operation["rest"]>, input: Record<string, unknown>) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? "contact")));
  const others = Object.entries(input).filter(([name]) => !path.includes(`{${name}}`));
  if (method !== "GET" && method !== "DELETE") return service.rest(key, method, filled, Object.fromEntries(others));
  return service.rest(key, method, `${filled}?${new URLSearchParams(others as [string, string][]).toString()}`);
}

/** Ids and cursors in an answer, for later calls of any company. */
function learn(tenant: Tenant, { name }: SomeCall, text: string): void {
  const [, id, prefix = ""] = /"id":"((key|inv|view|imp|exp|whk|src|dst|lcd|abs|can|chn)_[0-9a-z]{26})"/.exec(text) ?? [];
  if (id && /[.](create|add)/.test(name)) tenant.ids[prefix]?.push(id);
  for (const [one, kind = ""] of text.matchAll(/\b(rec|op)_[0-9a-z]{26}\b/g))
    tenant.ids[kind] = [...(tenant.ids[kind] ?? []).slice(-40), one];
  const [, cursor] = /"(?:next_cursor|position)":"([^"]+)"/.exec(text) ?? [];
  if (cursor) tenant.cursors = [...tenant.cursors.slice(-20), cursor];
}

/** This one says of each id that it was asked for whether there is such a thing for the caller. What it says is tested beside it. */
const withoutAsked = (name: string, text: string, asked: object) =>
  name === "records.checkUndo" && "ids" in asked ? (asked.ids as string[]).reduce((rest, id) => rest.replaceAll(id, ""), text) : text;

/** The request log repeats the paths that its reader called, and they may name anything. */
const withoutOwnPaths = ({ name }: Pick<SomeCall, "name">, text: string) =>
  name === "requests.list" ? text.replaceAll(/"path\\*":\\*"[^"]*"/g, "") : text;

function checkWords({ company, name }: Pick<SomeCall, "company" | "name">, text: string): void {
  const foreign = COMPANIES.filter((other) => other !== company && text.includes(other));
  assert.deepEqual(foreign, [], `${name}: text of ${foreign.join(", ")} came back to ${company}: ${text}`);
}

/** Finds rows without a name by their ids: the company of each id, read from the tables. */
async function checkOwners(service: Service, seen: { id: string; company: Company; operation: string }[]): Promise<void> {
  const uuidOf = (shown: string) => idOf(shown.replace(/_.*/, ""), "thing").decode(shown);
  const tables = await service.database.query(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'companies'`,
  );
  assert.ok(tables.length >= 10);
  const rows = await service.database.query(
    `select o.id, split_part(c.name, ' ', 1) as company from (
       select id, id as company_id from companies union all select operation_id, company_id from events
       ${tables.map(({ name }) => `union all select id, company_id from ${String(name)}`).join(" ")}) o
     join companies c on c.id = o.company_id where o.id = any($1::uuid[])`,
    [[...new Set(seen.map(({ id }) => uuidOf(id)))]],
  );
  const owners = new Map(rows.map((row) => [row["id"], String(row["company"])]));
  for (const { id, company, operation } of seen) {
    const owner = owners.get(uuidOf(id));
    assert.ok(owner === undefined || owner.startsWith(company), `${operation}: ${id} of ${owner} came back to ${company}`);
  }
}

/** A trigger on every table notes each row that a transaction of another company writes. Rows of a worker without a company do not count. */
async function watchWrites(service: Service): Promise<void> {
  const tables = await service.database.query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'",
  );
  await service.database.query(`
    create schema watch;
    create table watch.crossings (told text);
    create function watch.note() returns trigger language plpgsql security definer as $$
    declare
      row jsonb := to_jsonb(coalesce(new, old));
      owner text := coalesce(row ->> 'company_id', row ->> 'id');
    begin
      if tg_table_name in ('jobs', 'schedules', 'log_cursors', 'webhook_cursors', 'channels') and session_user = 'kith' then
        return null;
      end if;
      if owner is distinct from current_setting('app.company_id', true) then
        insert into watch.crossings values (format('%s of %s was written by %s', tg_table_name, owner, current_setting('app.company_id', true)));
      end if;
      return null;
    end $$;
    ${tables.map(({ name }) => `create trigger watch after insert or update or delete on ${String(name)} for each row execute function watch.note()`).join(";\n")}`);
}

async function checkWrites(service: Service): Promise<void> {
  assert.deepEqual(await service.database.query("select told from watch.crossings"), []);
}
