import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { openLive, type LiveStream } from "../../../test/event-stream.ts";
import { inService, sharedService, startService, type Person, type Service } from "../../../test/service.ts";
import { createApp } from "../../app.ts";
import { measured, stopwatch, within } from "../../../test/measured.ts";
import { NOW } from "../../../test/moments.ts";

const service = sharedService();
const opened: LiveStream[] = [];
test.afterEach(async () => {
  for (const stream of opened.splice(0)) await stream.close();
});

async function follow(person: Person, { url = service().url, after }: { url?: string; after?: string } = {}) {
  const stream = await openLive(url, { cookie: person.cookie }, after);
  opened.push(stream);
  assert.equal(stream.response.status, 200);
  await stream.ready();
  return stream;
}

const newContact = async (person: Person, name: string) =>
  (await person.call("records.create", { type: "contact", values: { name } })).record;

/** A second http node on the same database. */
async function startNode({ config }: Service) {
  const app = await createApp({ ...config, logLevel: "silent" });
  await app.http.listen({ host: "127.0.0.1", port: 0 });
  return { app, url: `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}` };
}

test("what an assistant changes through one node is on a browser's stream of another within 2 s", async (t) => {
  const node = await startNode(service());
  t.after(() => node.app.close());
  const ada = await service().given.admin("Ada");
  const max = await service().given.member(ada);
  const { key } = await ada.key("Claude Code");
  const contact = await newContact(ada, "Anneke Vos");
  const stream = await follow(max, { url: node.url });

  const took = stopwatch();
  const args = { type: "contact", records: [{ record: contact.id, values: { job_title: "Head of secrets" } }] };
  await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "save_records", arguments: args } });
  const change = await stream.change((one) => one.type === "record.updated" && one.subject.id === contact.id, "the change", within(2_000));
  t.diagnostic(`there after ${Math.round(took())} ms`);
  const { id: _id, operation_id: _operation, key: through, ...rest } = change;
  assert.deepEqual(rest, {
    type: "record.updated",
    subject: { type: "rec", id: contact.id },
    record_type: "contact",
    fields: ["job_title"],
    version: 2,
    actor: { id: ada.userId, name: "Ada" },
    via: "mcp",
  });
  assert.equal(through?.name, "Claude Code");
  assert.doesNotMatch(JSON.stringify(stream.messages), /Head of secrets|Anneke/, "a stream carries no value");
});

test("a stream goes on at another node where it broke off: nothing missing, nothing twice", async (t) => {
  const node = await startNode(service());
  t.after(() => node.app.close());
  const ada = await service().given.admin();
  const heard: string[] = [];
  const made: string[] = [];
  let after: string | undefined;
  for (let round = 0; round < 6; round++) {
    const stream = await follow(ada, { url: round % 2 === 0 ? service().url : node.url, ...(after ? { after } : {}) });
    assert.equal((await stream.hello()).is_resumed, round > 0);
    made.push((await newContact(ada, `while open ${round}`)).id);
    if (round % 3 !== 0) await stream.change((one) => one.subject.id === made.at(-1), "the contact"); // else it breaks off first
    after = stream.position();
    await stream.close();
    heard.push(...stream.changes().map((one) => one.subject.id));
    made.push((await newContact(ada, `while away ${round}`)).id);
  }
  const stream = await follow(ada, after ? { after } : {});
  await stream.change((one) => one.subject.id === made.at(-1), "the last contact");
  heard.push(...stream.changes().map((one) => one.subject.id));
  assert.deepEqual(
    heard.filter((id) => id.startsWith("rec_")),
    made,
  );
});

test("a browser that reconnects by itself resumes by its Last-Event-ID header", async () => {
  const ada = await service().given.admin();
  const stream = await follow(ada);
  const position = (await stream.until(() => stream.position(), "a position")) ?? "";
  await stream.close();
  const { id } = await newContact(ada, "while away");
  const back = await openLive(service().url, { cookie: ada.cookie, "last-event-id": position }, "an older position");
  opened.push(back);
  assert.equal((await back.hello()).is_resumed, true);
  await back.change((one) => one.subject.id === id, "the contact");
});

test("a transaction that ends late is not skipped, and holds up nobody", async (t) => {
  const ada = await service().given.admin();
  const client = new Client({ connectionString: service().database.superuserUrl });
  await client.connect();
  t.after(() => client.end());
  const [company] = await service().database.query("select company_id from users where email = $1", [ada.email]);
  const stream = await follow(ada);

  await client.query("begin");
  await client.query(
    `insert into events (company_id, id, at, type, subject_type, subject_id, via, operation, operation_id, request_id, data)
     values ($1, (uuid_at(now())::text)::uuid, now(), 'record.updated', 'rec', gen_random_uuid(), 'system', 'late', gen_random_uuid(), 'late', '{"type": "deal"}')`,
    [company?.["company_id"]],
  );
  const { id } = await newContact(ada, "meanwhile");
  await stream.change((one) => one.subject.id === id, "what came later", within(2_000));
  await setTimeout(1_000);
  assert.ok(!stream.changes().some((one) => one.record_type === "deal"));
  await client.query("commit");
  await stream.change((one) => one.record_type === "deal", "what began earlier", within(2_000));
  assert.equal(stream.changes().filter((one) => one.subject.id === id).length, 1);
});

test("an event that is committed between two looks is heard, whatever numbers its transaction and others were given", async (t) => {
  const ada = await service().given.admin();
  const writer = new Client({ connectionString: service().database.superuserUrl });
  await writer.connect();
  t.after(() => writer.end());
  const [company] = await service().database.query("select company_id from users where email = $1", [ada.email]);
  const stream = await follow(ada);

  // Its number is small, its event is written after others came and went, and the next number ends before it does.
  await writer.query("begin");
  await writer.query("select pg_current_xact_id()");
  for (let other = 0; other < 3; other++) await service().database.query("select pg_current_xact_id()");
  await writer.query(
    `insert into events (company_id, id, at, type, subject_type, subject_id, via, operation, operation_id, request_id, data)
     values ($1, uuid_at(now()), now(), 'record.updated', 'rec', gen_random_uuid(), 'system', 'late', gen_random_uuid(), 'late', '{"type": "deal"}')`,
    [company?.["company_id"]],
  );
  const { id } = await newContact(ada, "meanwhile");
  await stream.change((one) => one.subject.id === id, "what ended first", within(2_000));
  await setTimeout(1_000); // a look that sees the numbers and not yet the event
  await writer.query("commit");
  await stream.change((one) => one.record_type === "deal", "what ended later", within(3_000));
});

test("a fresh stream begins a few seconds ago: what a page read while loading is not missed", async () => {
  const ada = await service().given.admin();
  const { id } = await newContact(ada, "just before");
  const stream = await follow(ada);
  assert.equal((await stream.hello()).is_resumed, false);
  await stream.change((one) => one.subject.id === id, "what happened just before");
});

const endings: Record<string, (ada: Person, max: Person) => Promise<unknown>> = {
  "signing out": (_ada, max) => max.call("sessions.end", {}),
  "ending the session from elsewhere": async (_ada, max) => {
    const other = await service().signIn(max.email);
    const { items } = await other.call("sessions.list", {});
    await other.call("sessions.revoke", { id: items.find((one) => !one.is_current)?.id ?? "" });
  },
  "disabling the member": (ada, max) => ada.call("members.update", { id: max.userId, disabled: true }),
  "another role": (ada, max) => ada.call("members.update", { id: max.userId, role: "admin" }),
};
for (const [what, end] of Object.entries(endings)) {
  test(`${what} ends the stream within about a second, with a word on when to come back`, async (t) => {
    const ada = await service().given.admin();
    const max = await service().given.member(ada);
    const stream = await follow(max);
    await end(ada, max);
    const took = stopwatch();
    const bye = await stream.bye(within(3_000));
    t.diagnostic(`ended after ${Math.round(took())} ms`);
    assert.equal(typeof bye.retry, "number");
    await stream.ended();
    const { length } = stream.messages;
    await newContact(ada, "afterwards");
    await setTimeout(600);
    assert.equal(stream.messages.length, length);
  });
}

test("a stream holds nothing of another company, and its position is of no use there", async () => {
  const ada = await service().given.admin();
  const eve = await service().given.admin();
  const [adas, eves] = [await follow(ada), await follow(eve)];
  const theirs = await newContact(ada, "Ada's");
  await adas.change((one) => one.subject.id === theirs.id, "Ada's contact");
  const own = await newContact(eve, "Eve's");
  await eves.change((one) => one.subject.id === own.id, "Eve's contact");
  await setTimeout(900);
  assert.ok(eves.changes().every((one) => one.actor?.id === eve.userId));

  const stolen = await follow(eve, { after: adas.position() ?? "" });
  assert.equal((await stolen.hello()).is_resumed, false);
  for (const forged of ["1:1:", "x", `${NOW.getTime()} 1:1:`]) {
    assert.equal((await (await follow(eve, { after: forged })).hello()).is_resumed, false);
  }
  for (const stream of opened) for (const change of stream.changes()) assert.ok(stream === adas || change.actor?.id !== ada.userId);
});

test("a Member hears of records and colleagues, and of their own keys and invitations, not of what only Admins may read", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const [adas, maxs] = [await follow(ada), await follow(max)];
  await ada.key("Ada's");
  await ada.call("invitations.create", { email: "invited-to-hear@test.example" });
  await max.post("events.list", {}); // refused, and written down
  const own = await max.key("Max's");
  await service().rest(own.key, "GET", "/me");
  await service().app.settle();
  await ada.call("views.create", { type: "contact", name: "Everyone's", is_shared: true });
  await maxs.change((one) => one.type === "view.created", "the view");
  await adas.change((one) => one.type === "view.created", "the view");
  const kinds = (stream: LiveStream) => [
    ...new Set(stream.changes().map((one) => `${one.type} ${one.actor?.id === max.userId ? "Max" : ""}`)),
  ];
  const since = (all: string[]) => all.filter((one) => !one.startsWith("member.") && !one.startsWith("company."));
  assert.deepEqual(since(kinds(maxs)).sort(), ["access.refused Max", "key.created Max", "key.first_used ", "view.created "]);
  assert.ok(kinds(adas).includes("key.created ") && kinds(adas).includes("invitation.created "));
});

test("a key opens no stream, and neither does a stranger nor another site", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const ask = (headers: Record<string, string>, method = "GET") => fetch(`${service().url}/app/live`, { method, headers });
  const strangers: Record<string, string>[] = [{ "x-api-key": key }, {}, { cookie: "kith_session=x" }];
  for (const headers of strangers) {
    const refused = await ask(headers);
    assert.equal(refused.status, 401);
    assert.equal(((await refused.json()) as { code: string }).code, "sign_in_needed");
  }
  const sites: Record<string, string>[] = [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }];
  for (const site of sites) assert.equal((await ask({ cookie: ada.cookie, ...site })).status, 403);
  assert.equal((await ask({ cookie: ada.cookie }, "HEAD")).status, 404);
});

test("a thousand changes at once are one message per type, not a thousand", async () => {
  const ada = await service().given.admin();
  const stream = await follow(ada);
  const items = Array.from({ length: 1_000 }, (_, at) => ({ values: { name: `contact ${at}` } }));
  await ada.call("records.batch", { type: "contact", items });
  const crowds = await stream.until(() => stream.news().find((one) => one.crowds.length > 0)?.crowds, "the crowd");
  assert.deepEqual(crowds, [{ subject_type: "rec", record_type: "contact", types: ["record.created"], count: 1_000 }]);
  assert.equal(stream.changes().filter((one) => one.record_type === "contact").length, 0);
  assert.ok(JSON.stringify(stream.messages).length < 3_000);
});

test("the oldest of a session's streams gives way to the ninth", async () => {
  const ada = await service().given.admin();
  const streams = [];
  for (let at = 0; at < 9; at++) streams.push(await follow(ada));
  const bye = await streams[0]?.bye();
  assert.ok((bye?.retry ?? 0) >= 60_000, "it does not push the others out in turn");
  await setTimeout(300);
  assert.deepEqual(
    streams.map((one) => one.messages.some((message) => message.event === "bye")),
    streams.map((_, at) => at === 0),
  );
});

test(
  "a node that carries its full number of streams sends the next one away with 503",
  inService(
    async (own) => {
      const ada = await own.given.admin();
      const first = await openLive(own.url, { cookie: ada.cookie });
      const second = await openLive(own.url, { cookie: ada.cookie });
      const third = await openLive(own.url, { cookie: ada.cookie });
      assert.equal(third.response.status, 503);
      assert.ok(Number(third.response.headers.get("retry-after")) > 0);
      await first.close();
      let fourth = await openLive(own.url, { cookie: ada.cookie });
      for (; fourth.response.status === 503; fourth = await openLive(own.url, { cookie: ada.cookie })) await setTimeout(50);
      assert.equal(fourth.response.status, 200);
      for (const stream of [second, fourth]) await stream.close();
    },
    { env: { LIVE_STREAMS: "2" } },
  ),
);

test("a node that stops ends every stream with a word on when to come back", async (t) => {
  const own = await startService();
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= own.close());
  t.after(close); // also where this test fails before it comes to that
  const ada = await own.given.admin();
  const streams = await Promise.all([0, 1, 2].map(() => openLive(own.url, { cookie: ada.cookie })));
  await Promise.all(streams.map((stream) => stream.ready()));
  const took = stopwatch();
  await close();
  assert.ok(took() < within(10_000));
  for (const stream of streams) {
    assert.ok(((await stream.bye()).retry ?? 0) > 0);
    await stream.ended();
  }
});

measured(
  "with nobody listening, nothing is asked of the database",
  inService(async (own) => {
    const ada = await own.given.admin();
    const stream = await openLive(own.url, { cookie: ada.cookie });
    await stream.ready();
    const lastAsked = async () =>
      (
        await own.database.query(
          "select max(query_start) as at from pg_stat_activity where datname = current_database() and application_name like 'kith_identity_%'",
        )
      )[0]?.["at"];
    const listening = await lastAsked();
    await setTimeout(1_000);
    assert.notDeepEqual(await lastAsked(), listening);
    await stream.close();
    await setTimeout(1_500);
    const silent = await lastAsked();
    await setTimeout(1_000);
    assert.deepEqual(await lastAsked(), silent);
  }),
);

test(
  "a stream outlives the database: silent while it is away, then nothing is missing",
  inService(async (own) => {
    const ada = await own.given.admin();
    const stream = await openLive(own.url, { cookie: ada.cookie });
    await stream.ready();
    await newContact(ada, "before");

    const [name] = await own.database.query("select current_database() as name");
    const admin = new Client({ connectionString: own.database.superuserUrl.replace(/\/[^/]*$/, "/postgres") });
    await admin.connect();
    const database = String(name?.["name"]);
    await admin.query(`alter database ${database} with allow_connections false`);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [database]);
    assert.equal((await ada.post("members.me", {})).status, 503);
    await setTimeout(1_500);
    await admin.query(`alter database ${database} with allow_connections true`);
    await admin.end();

    const { id } = await newContact(ada, "afterwards");
    await stream.change((one) => one.subject.id === id, "what happened afterwards");
    assert.ok(!stream.messages.some((one) => one.event === "bye"), "the stream stayed");
    await stream.close();
  }),
);

measured("while nothing happens there is a beat every 15 s, and each carries a position", async () => {
  const ada = await service().given.admin();
  const stream = await follow(ada);
  const positions = () => stream.messages.filter((one) => one.event === "beat").length;
  const before = positions();
  await stream.until(() => (positions() > before ? true : undefined), "a beat", 18_000);
  const after = stream.position() ?? "";
  await stream.close();
  assert.equal((await (await follow(ada, { after })).hello()).is_resumed, true);
});
