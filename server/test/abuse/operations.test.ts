import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { Client } from "pg";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { sharedService, type Person } from "../service.ts";
import { snapshot } from "../snapshot.ts";
import { assertCleanTraces } from "../assertions.ts";
import { until } from "../waiting.ts";

const service = sharedService();
test.afterEach(() => assertCleanTraces(service()));

let people = 0;
const newEmail = () => `invited${++people}@test.example`;

const invite = (key: string, once: string, email: string, more = {}) =>
  service().rest(key, "POST", "/invitations", { email, ...more }, { "idempotency-key": once });

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

const countInvited = async (email: string) => {
  const [row] = await service().database.query(
    `select (select count(*)::int from invitations where email = $1) as rows,
       (select count(*)::int from events where type = 'invitation.created' and data ->> 'name' = $1) as events`,
    [email],
  );
  return row;
};
const ONCE = { rows: 1, events: 1 };

test("one call sent ten times at once is done once: the others get its answer or a 409", async () => {
  const { key } = await (await service().given.admin()).key();
  const email = newEmail();
  const answers = await Promise.all(Array.from({ length: 10 }, () => invite(key, "same", email)));
  const bodies = new Set<string>();
  for (const answer of answers) {
    if (answer.status === 409) assert.equal(await codeOf(answer), "idempotency_running");
    else bodies.add(`${answer.status} ${((await answer.json()) as { id: string }).id}`);
  }
  assert.equal(bodies.size, 1);
  assert.match([...bodies].join(), /^201 inv_/);
  assert.deepEqual(await countInvited(email), ONCE);
});

test("a change sent twice at once is one change with one event", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { key } = await ada.key();
  const disable = () => service().rest(key, "PATCH", `/members/${max.userId}`, { disabled: true }, { "idempotency-key": "disable" });
  const statuses = (await Promise.all([disable(), disable()])).map((answer) => answer.status);
  assert.ok(statuses.includes(200) && statuses.every((status) => status === 200 || status === 409), statuses.join());
  assert.equal((await ada.call("events.list", { type: "member.updated" })).items.length, 1);
});

test("asking again gives the stored answer, even when the record was deleted since, and changes nothing", async () => {
  const ada = await service().given.admin();
  const [{ key }, { key: another }] = [await ada.key(), await ada.key()];
  const email = newEmail();
  const first = (await (await invite(key, "again", email)).json()) as { id: string };
  await ada.call("invitations.revoke", { id: first.id });
  await service().rest(another, "GET", "/me");
  const before = await snapshot(service());
  for (const one of [key, another]) {
    const replay = await invite(one, "again", email);
    assert.equal(replay.status, 201);
    assert.deepEqual(await replay.json(), first);
  }
  assert.deepEqual(await snapshot(service()), before);
});

test("the same key with another body is 422 and changes nothing", async () => {
  const { key } = await (await service().given.admin()).key();
  const email = newEmail();
  assert.equal((await invite(key, "mine", email)).status, 201);
  const before = await snapshot(service());
  const answer = await invite(key, "mine", newEmail());
  assert.equal(answer.status, 422);
  assert.equal(await codeOf(answer), "idempotency_mismatch");
  assert.deepEqual(await snapshot(service()), before);
});

test("the same key of a colleague, of another company or for another operation is another key", async () => {
  const ada = await service().given.admin();
  const colleague = await service().given.member(ada, "admin");
  const otherAdmin = await service().given.admin();
  const [max, otherMax] = [await service().given.member(ada), await service().given.member(otherAdmin)];
  for (const [person, member] of [
    [ada, max],
    [colleague, max],
    [otherAdmin, otherMax],
  ] satisfies [Person, Person][]) {
    const { key } = await person.key();
    const email = newEmail();
    assert.equal((await invite(key, "shared", email)).status, 201);
    assert.deepEqual(await countInvited(email), ONCE);
    const update = await service().rest(key, "PATCH", `/members/${member.userId}`, { disabled: true }, { "idempotency-key": "shared" });
    assert.equal(update.status, 200);
  }
});

test("a refused call is not stored: once corrected, it can use the same key; a demoted caller gets no stored answer", async () => {
  const ada = await service().given.admin();
  const boss = await service().given.member(ada, "admin");
  const { key } = await boss.key();
  const email = newEmail();
  assert.equal((await invite(key, "mended", "not an address")).status, 422);
  assert.equal((await invite(key, "mended", email)).status, 201);
  await ada.call("members.update", { id: boss.userId, role: "member" });
  assert.equal((await invite(key, "mended", email)).status, 403);
});

test("a key of 255 characters counts, one of 256 or of none is 400", async () => {
  const { key } = await (await service().given.admin()).key();
  assert.equal((await invite(key, "k".repeat(255), newEmail())).status, 201);
  for (const once of ["k".repeat(256), ""]) {
    const email = newEmail();
    assert.equal((await invite(key, once, email)).status, 400);
    assert.deepEqual(await countInvited(email), { rows: 0, events: 0 });
  }
});

/** A second node on the same database, as a process that can be killed. */
async function startNode() {
  const main = join(import.meta.dirname, "../../src/main.ts");
  const node = spawn(process.execPath, ["--conditions=source", main, "http"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      BASE_URL: "http://localhost",
      DATABASE_URL: service().database.url,
      KITH_SECRET: TEST_SECRET,
      HOST: "127.0.0.1",
      PORT: "0",
    },
  });
  for await (const line of createInterface(node.stdout)) {
    const { msg, address } = JSON.parse(line) as { msg: string; address: string };
    if (msg === "listening") return { node, url: address };
  }
  throw new Error("the second node did not start");
}

const killed = { "content-type": "application/json", "idempotency-key": "killed" };

/** Kills a node when it has written everything but the stored answer, and repeats the call on another node. */
async function killAndRepeat(key: string, method: string, path: string, body: object): Promise<Response> {
  await service().rest(key, "GET", "/me");
  const { node, url } = await startNode();
  const operator = new Client({ connectionString: service().database.superuserUrl });
  await operator.connect();
  const repeat = () => service().rest(key, method, path, body, killed);
  try {
    await operator.query("begin; lock table idempotency_keys in share row exclusive mode");
    const before = await snapshot(service());
    const lost = assert.rejects(
      untilAccepted(() => fetch(`${url}/api/v1${path}`, { method, headers: { "x-api-key": key, ...killed }, body: JSON.stringify(body) })),
    );
    await untilLocks(operator, WAITING, 1);
    assert.equal((await repeat()).status, 409, "the other node sees that it is still running");
    node.kill("SIGKILL");
    await Promise.all([lost, once(node, "exit")]);
    await operator.query("commit");

    await untilLocks(operator, RUNNING, 0);
    assert.deepEqual(await snapshot(service()), before);
    return await repeat();
  } finally {
    node.kill("SIGKILL");
    await operator.end();
  }
}

/** A node that has just started, on a busy machine, may refuse its first calls as overloaded. */
async function untilAccepted(call: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
  }
}

test("a node that is killed in the middle leaves nothing half-done, and the call is repeated on another", async () => {
  const { key } = await (await service().given.admin()).key();
  const email = newEmail();
  assert.equal((await killAndRepeat(key, "POST", "/invitations", { email })).status, 201);
  assert.deepEqual(await countInvited(email), ONCE);
});

test("a node that is killed in the middle of a batch of records leaves none of them; after the repeat each exists once", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  await ada.call("records.create", { type: "organization", values: { name: "Related" } });
  const items = Array.from({ length: 200 }, (_, at) => ({
    values: { name: `Person ${at}`, email: `person${at}@killed.example`, organization: "Related" },
  }));
  const answer = await killAndRepeat(key, "POST", "/records/contact/batch", { items });
  assert.equal(answer.status, 200);
  const { results } = (await answer.json()) as { results: { id: string }[] };
  const again = await service().rest(key, "POST", "/records/contact/batch", { items }, killed);
  assert.deepEqual(((await again.json()) as { results: unknown }).results, results);
  const [rows] = await service().database.query(
    `select (select count(*)::int from records where title like 'Person %') as records,
       (select count(*)::int from record_identifiers where value like '%@killed.example') as identifiers,
       (select count(*)::int from record_links l join records r on r.id = l.from_id where r.title like 'Person %') as links,
       (select count(*)::int from events where type = 'record.created' and data ->> 'name' like 'Person %') as events`,
  );
  assert.deepEqual(rows, { records: 200, identifiers: 200, links: 200, events: 200 });
});

const WAITING = "relation = 'idempotency_keys'::regclass and not granted";
const RUNNING = "locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";

async function untilLocks(operator: Client, which: string, count: number): Promise<void> {
  const locks = async () =>
    (await operator.query<{ locks: number }>(`select count(*)::int as locks from pg_locks where ${which}`)).rows[0]?.locks;
  await until(async () => (await locks()) === count, `${count} locks where ${which}`, { everyMs: 20 });
}
