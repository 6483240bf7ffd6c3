import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { newId } from "../../src/platform/random.ts";
import { showId } from "../../src/platform/ids.ts";
import type { Operation } from "../../src/kernel/operation.ts";
import { idPrefix, makeInput, firstChoices, propertiesOf, reachable } from "../inputs.ts";
import { giveFile } from "../give-file.ts";
import { giveChannel } from "../channels/give-channel.ts";
import { giveFailedJob } from "../jobs/lab.ts";
import { giveWebhook } from "../outbound/give-webhook.ts";
import { giveInboxThings } from "../inbox.ts";
import { giveLeadThings } from "../lead-belongings.ts";
import { scaled } from "../measured.ts";
import { inService, sharedService, type Person, type Service } from "../service.ts";
import { snapshot } from "../snapshot.ts";

const service = sharedService({ env: { API_CONCURRENCY: "1000" } });

/** One id of each kind in a company, for calls from another company. */
async function belongings(owner: Person): Promise<Record<string, string>> {
  const member = await service().given.member(owner);
  const { id: key } = await member.key("the other company's key");
  const { id: inv } = await owner.call("invitations.create", { email: `guest-${newId()}@test.example` });
  const [session] = (await member.call("sessions.list", {})).items;
  const { record, operation_id: op } = await owner.call("records.create", { type: "contact", values: { name: "theirs" } });
  const { id: imp } = await owner.call("imports.create", { type: "contact", name: "theirs.csv", size: 10 });
  const { id: exp } = await owner.call("exports.create", { type: "contact" });
  const { id: view } = await owner.call("views.create", { type: "contact", name: "theirs" });
  const { id: dash } = await owner.call("dashboards.create", { name: "theirs" });
  const { id: wid } = await owner.call("dashboards.addWidget", { id: dash, kind: "activity", title: "theirs" });
  const job = await giveFailedJob(service(), owner);
  const ids = { job, dash, wid, usr: member.userId, key, inv, ses: session?.id ?? "", rec: record.id, op, view, imp, exp };
  const fil = await giveFile(service(), owner);
  const { id: upl } = await owner.call("files.createUpload", { name: "theirs.bin", size: 10 });
  const { id: can } = await owner.call("cannedReplies.create", { name: "theirs", text: "theirs" });
  const channel = await giveChannel(service(), owner);
  const others = { ...channel, ...(await giveWebhook(owner)), ...(await giveLeadThings(service(), owner)) };
  return { ...ids, fil, upl, can, ...others, ...(await giveInboxThings(service(), owner)) };
}

const randomId = (prefix: string) => showId(prefix, newId());

/** A body without the parts that differ on every call. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text.replaceAll(/"request_id":"[^"]*"/g, "").replaceAll(/"now":"[^"]*"/g, "");
}

const takesId = reachable.filter((operation) => operation.access !== "public" && propertiesOf(operation).includes("id"));

async function restCall(key: string, { rest }: Operation, input: Record<string, unknown>): Promise<Response> {
  const inPath = [...rest!.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const path = inPath.reduce((all, name) => all.replace(`{${name}}`, String(input[name])), rest!.path);
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  const hasBody = rest!.method !== "GET" && rest!.method !== "DELETE";
  const query = hasBody ? "" : `?${new URLSearchParams(body as Record<string, string>).toString()}`;
  return service().rest(key, rest!.method, path + query, hasBody ? body : undefined);
}

const toolCall = async (key: string, { tool }: Operation, input: unknown): Promise<Response> =>
  service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool!.name, arguments: input } });

test("another company's id is answered like a random one, on every operation and surface that takes an id", async () => {
  const victim = await service().given.admin("Vera Victim");
  const theirs = await belongings(victim);
  const mallory = await service().given.admin("Mallory");
  const { key } = await mallory.key();
  await service().rest(key, "GET", "/me"); // the first use of a key is an event
  const before = await snapshot(service());

  assert.ok(takesId.length >= 6);
  for (const operation of takesId) {
    // What takes a name too takes that of a record.
    const prefix = idPrefix(operation, "id") ?? "rec";
    const real = theirs[prefix];
    assert.ok(real, `give this test something of kind ${prefix}`);
    const asked = (id: string) => {
      const choices = firstChoices((wanted) => (wanted === prefix ? id : randomId(wanted)));
      const made = { ...makeInput(operation, choices), id };
      // Where parts depend on each other, the example is right.
      return operation.input.safeParse(made).success ? made : { ...(operation.example as Record<string, unknown>), id };
    };
    const surfaces = [
      (input: Record<string, unknown>) => mallory.post(operation.name, input),
      ...(operation.rest ? [(input: Record<string, unknown>) => restCall(key, operation, input)] : []),
      ...(operation.tool ? [(input: Record<string, unknown>) => toolCall(key, operation, input)] : []),
    ];
    for (const [at, surface] of surfaces.entries()) {
      const foreign: Response = await surface(asked(real));
      const random: Response = await surface(asked(randomId(prefix)));
      const isTool = operation.tool && at === surfaces.length - 1;
      assert.equal(foreign.status, isTool ? 200 : 404, `${operation.name} ${await foreign.clone().text()}`);
      assert.equal(random.status, foreign.status, operation.name);
      const body = await bodyOf(foreign);
      assert.equal(await bodyOf(random), body, operation.name);
      assert.match(String(body), /not_found/);
    }
  }
  assert.deepEqual(await snapshot(service()), before);
});

test("an address of another company is no member here, and ids in a filter find nothing", async () => {
  const victim = await service().given.admin();
  const theirs = await belongings(victim);
  const mallory = await service().given.admin();
  const byMail = await mallory.post("members.update", { id: victim.email, role: "member" });
  const byNobody = await mallory.post("members.update", { id: "nobody@test.example", role: "member" });
  assert.equal(byMail.status, 404);
  assert.equal(await bodyOf(byMail), await bodyOf(byNobody));

  for (const filter of [{ actor: victim.userId }, { actor: theirs["usr"] }, { key: theirs["key"] }]) {
    assert.deepEqual((await mallory.call("events.list", filter)).items, []);
  }
});

test("a Member cannot see or delete a colleague's key, nor end a colleague's session", async () => {
  const admin = await service().given.admin();
  const theirs = await belongings(admin);
  const member = await service().given.member(admin);
  for (const [name, prefix] of [
    ["keys.delete", "key"],
    ["sessions.revoke", "ses"],
  ] as const) {
    const colleague = await member.post(name, { id: theirs[prefix] });
    const random = await member.post(name, { id: randomId(prefix) });
    assert.equal(colleague.status, 404);
    assert.equal(await bodyOf(colleague), await bodyOf(random));
  }
});

const SMUGGLED = {
  company_id: newId(),
  role: "admin",
  is_admin: true,
  created_at: "2020-01-01T00:00:00Z",
  id: randomId("usr"),
  version: 7,
};

test("an unknown property is refused on every operation and surface, and nothing changes", async () => {
  const admin = await service().given.admin();
  const mine = await belongings(admin);
  const { key } = await admin.key();
  await service().rest(key, "GET", "/me"); // the first use of a key is an event
  const before = await snapshot(service());
  let calls = 0;

  // The gate tries two of them on each operation, not always the same: after a minute the use of the key is written, too.
  const isTried = (property: number, at: number) => (property + at) % scaled(1, 3) === 0;
  for (const [at, operation] of reachable.entries()) {
    const known = propertiesOf(operation);
    const input = makeInput(
      operation,
      firstChoices((prefix) => mine[prefix] ?? randomId(prefix)),
    );
    for (const [property, value] of Object.entries(SMUGGLED).filter((_, one) => isTried(one, at))) {
      if (known.includes(property)) continue;
      const smuggled = { ...input, [property]: value };
      const web = await admin.post(operation.name, smuggled);
      assert.equal(web.status, 422, `${operation.name} took ${property}`);
      assert.match(await web.text(), new RegExp(`"pointer":"/${property}"`));
      if (operation.rest) assert.equal((await restCall(key, operation, smuggled)).status, 422, `${operation.name} took ${property}`);
      if (operation.tool) assert.match(await (await toolCall(key, operation, smuggled)).text(), /"isError":true/);
      calls++;
    }
  }
  assert.ok(calls > 100);
  assert.deepEqual(await snapshot(service()), before);
});

test("a Member is refused every admin operation on every surface; only the refusal is written", async () => {
  const admin = await service().given.admin();
  const mine = await belongings(admin);
  const member = await service().given.member(admin);
  const { key } = await member.key();
  await service().rest(key, "GET", "/me");
  const before = await snapshot(service(), { without: ["events"] });
  const expected: string[] = [];

  for (const operation of reachable.filter(({ access }) => access === "admin")) {
    const input = makeInput(
      operation,
      firstChoices((prefix) => mine[prefix] ?? randomId(prefix)),
    );
    const web = await member.post(operation.name, input);
    assert.equal(web.status, 403, operation.name);
    assert.match(await web.text(), /"code":"admin_only"/);
    expected.push(`${operation.name} web`);
    if (operation.rest) {
      assert.equal((await restCall(key, operation, input)).status, 403, operation.name);
      expected.push(`${operation.name} rest`);
    }
    if (operation.tool) {
      assert.match(await (await toolCall(key, operation, input)).text(), /admin_only.*"isError":true|"isError":true.*admin_only/);
      expected.push(`${operation.name} mcp`);
    }
  }

  assert.deepEqual(await snapshot(service(), { without: ["events"] }), before);
  const refused = [];
  for (let cursor: string | undefined; ;) {
    const page = await admin.call("events.list", { type: "access.refused", limit: 100, cursor });
    refused.push(...page.items);
    if (!page.next_cursor) break;
    cursor = page.next_cursor;
  }
  assert.deepEqual(refused.map((event) => `${event.operation} ${event.via}`).sort(), expected.sort());
  assert.ok(refused.every((event) => event.actor?.id === member.userId));
});

test("a Member cannot raise their own role, nor let an Admin in", async () => {
  const admin = await service().given.admin();
  const member = await service().given.member(admin);
  const { key } = await member.key();
  assert.equal((await member.post("members.update", { id: member.userId, role: "admin" })).status, 403);
  assert.equal((await service().rest(key, "PATCH", `/members/${member.userId}`, { role: "admin" })).status, 403);
  assert.equal((await member.post("invitations.create", { email: "friend@test.example" })).status, 403);
  assert.equal((await member.post("invitations.createAdmin", { email: "friend@test.example" })).status, 403);
  assert.equal((await member.post("members.rename", { name: "Max", role: "admin" })).status, 422);
  assert.equal((await member.call("members.me", {})).user.role, "member");
});

test("only known roles, only members of the own company, and the last Admin stays", async () => {
  const admin = await service().given.admin();
  const otherAdmin = await service().given.admin();
  assert.equal((await admin.post("members.update", { id: admin.userId, role: "owner" })).status, 422);
  assert.equal((await admin.post("members.update", { id: otherAdmin.userId, role: "member" })).status, 404);
  assert.equal((await admin.post("members.update", { id: admin.userId, role: "member" })).status, 409);
  assert.equal((await admin.post("members.update", { id: admin.userId, disabled: true })).status, 409);
  assert.equal((await admin.call("members.me", {})).user.role, "admin");
});

test("of two Admins who step down at the same moment one stays", async () => {
  for (let round = 0; round < 10; round++) {
    const first = await service().given.admin();
    const second = await service().given.member(first, "admin");
    const answers = await Promise.all([first, second].map((who) => who.post("members.update", { id: who.userId, role: "member" })));
    assert.deepEqual(
      answers.map((answer) => answer.status).sort((a, b) => a - b),
      [200, 409],
    );
  }
});

test("a member who is being demoted or disabled cannot undo it by changing their name at the same moment", async () => {
  const admin = await service().given.admin();
  for (let round = 0; round < 20; round++) {
    const leaver = await service().given.member(admin, "admin");
    const change = round % 2 === 0 ? { role: "member" } : { disabled: true };
    const renames = Array.from({ length: 6 }, (_, at) => leaver.post("members.rename", { name: `Leaver ${at}` }));
    const [answer] = await Promise.all([admin.post("members.update", { id: leaver.userId, ...change }), ...renames]);
    assert.equal(answer.status, 200);
    const [row] = (await admin.call("members.list", { search: leaver.email })).items;
    if (change.role) assert.equal(row?.role, "member");
    else assert.ok(row?.disabled_at);
  }
});

const oneConnection = { env: { DATABASE_CONNECTIONS: "1" } };

test(
  "after an error inside a transaction the next caller on that connection sees their own company",
  inService(async (only: Service) => {
    const first = await only.given.admin();
    const second = await only.given.admin();
    const guest = { email: "guest@test.example" };
    await first.call("invitations.create", guest);
    const [connection] = await connections(only);
    for (let round = 0; round < 20; round++) {
      // The second invitation of one address breaks a unique index in the middle of the transaction.
      assert.equal((await first.post("invitations.create", guest)).status, 409);
      const { items } = await second.call("members.list", {});
      assert.deepEqual(
        items.map((item) => item.id),
        [second.userId],
      );
      assert.deepEqual((await second.call("invitations.list", {})).items, []);
    }
    assert.deepEqual(await connections(only), [connection]);
  }, oneConnection),
);

test(
  "after an error inside a transaction on records the next caller on that connection sees their own company",
  inService(
    async (only: Service) => {
      const [first, second] = [await only.given.admin(), await only.given.admin()];
      for (const [person, name] of [
        [first, "First"],
        [second, "Second"],
      ] as const)
        await person.call("records.create", { type: "contact", values: { name } });
      await first.call("types.create", { key: "thing", label: "Thing", label_plural: "Things" });
      const save = {
        type: "contact",
        records: [{ values: { name: "Dry" } }, { values: { name: "Dry too", owner: "nobody" } }],
        dry_run: true,
      };
      for (let round = 0; round < 10; round++) {
        // A broken unique index, a savepoint that is rolled back, a statement that is refused: each in the middle of a transaction.
        assert.equal((await first.post("types.create", { key: "thing", label: "Thing", label_plural: "Things" })).status, 409);
        assert.equal((await first.post("assistant.save", save)).status, 200);
        assert.equal((await first.post("records.list", { type: "contact", filter: "name:" })).status, 400);
        for (const [name, input] of [
          ["records.list", { type: "contact" }],
          ["records.search", { query: "first second" }],
          ["records.changes", {}],
          ["types.list", {}],
        ] as const) {
          const text = await (await second.post(name, input)).text();
          assert.doesNotMatch(text, /First|thing/, name);
        }
      }
    },
    { env: { DATABASE_CONNECTIONS: "1" } },
  ),
);

test(
  "a connection that was killed inside a transaction is replaced, and leaves nothing behind",
  inService(async (only: Service) => {
    const first = await only.given.admin();
    const second = await only.given.admin();
    const blocker = new Client({ connectionString: only.database.superuserUrl });
    await blocker.connect();
    await blocker.query("begin; lock table invitations");
    const creating = first.post("invitations.create", { email: "guest@test.example" });
    while ((await blocker.query("select from pg_locks where relation = 'invitations'::regclass and not granted")).rowCount === 0);
    await blocker.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'kith_app_%' and datname = current_database()",
    );
    assert.equal((await creating).status, 503);
    await blocker.end();
    assert.deepEqual((await second.call("invitations.list", {})).items, []);
    assert.deepEqual((await first.call("invitations.list", {})).items, []);
  }, oneConnection),
);

async function connections(only: Service): Promise<unknown[]> {
  const rows = await only.database.query(
    "select pid from pg_stat_activity where application_name like 'kith_app_%' and datname = current_database()",
  );
  return rows.map((row) => row["pid"]);
}
