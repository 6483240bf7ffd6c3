import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { id as idOf, showId } from "../../src/platform/ids.ts";
import { newId } from "../../src/platform/random.ts";
import type { Operation } from "../../src/kernel/operation.ts";
import { giveChannel } from "../channels/give-channel.ts";
import { giveFile } from "../give-file.ts";
import { countsOf, importFile } from "../import-file.ts";
import { giveFailedJob } from "../jobs/lab.ts";
import { placesIn, reachable } from "../inputs.ts";
import { fillEveryTable } from "./fill-every-table.ts";
import { CASES, KINDS, type Belongings, type Kind } from "./record-cases.ts";
import { companyOf } from "../website-leads.ts";
import { giveWebhook } from "../outbound/give-webhook.ts";
import { scaled } from "../measured.ts";
import { sharedService, type Person } from "../service.ts";
import { snapshot } from "../snapshot.ts";
import { assertCleanTraces } from "../assertions.ts";
import { until } from "../waiting.ts";

const service = sharedService({ env: { API_CONCURRENCY: "1000" } });
test.afterEach(() => assertCleanTraces(service()));

// Names that are not similar, because an error suggests the nearest existing name.
const newTag = () => newId().slice(-12);

async function settle(): Promise<{ admin: Person; called: Record<Kind, Belongings> }> {
  const at = newTag();
  const admin = await service().given.admin(`Admin ${at}`);
  const member = await service().given.member(admin, "member", at);
  const make = async (type: string, name: string, values: Record<string, unknown> = {}) => {
    const named = `${name} ${at}`;
    const email = type === "contact" ? { email: [`${name}${at}@test.example`] } : {};
    const site = type === "organization" ? { website: `${name}${at}.example` } : {};
    const { record } = await admin.call("records.create", { type, values: { name: named, ...email, ...site, ...values } });
    return {
      id: record.id,
      uuid: uuidOf(record.id),
      email: `${name}${at}${type === "organization" ? ".example" : "@test.example"}`,
      name: named,
    };
  };
  const organization = await make("organization", "org");
  const contact = await make("contact", "contact", { organization: organization.id });
  const [twin, deal] = [await make("contact", "twin"), await make("deal", "deal", { contacts: [contact.id] })];
  const person = { id: member.userId, uuid: uuidOf(member.userId), email: member.email, name: at };
  const called = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      { contact: contact[kind], twin: twin[kind], organization: organization[kind], deal: deal[kind], member: person[kind] },
    ]),
  ) as Record<Kind, Belongings>;
  return { admin, called };
}

const uuidOf = (shown: string) => idOf(shown.replace(/_.*/, ""), "thing").decode(shown);

// Tested in their features, those of webhooks, leads, channels and the inbox in webhook-, lead-, channel- and inbox-tenants.test.ts.
const ELSEWHERE = new Set([
  "requests.list",
  "records.deleteBatch",
  "records.attachFile",
  "records.renameFile",
  "records.removeFile",
  "records.checkUndo",
  "records.updateNote",
  "records.pinNote",
  "records.updateActivity",
  "records.deleteActivity",
  "dashboards.arrange",
  "cannedReplies.fill",
  "notifications.markRead",
]);
const OWN_PAGES = /^(lead(s|Sending)|inbox)\./;
const isHere = ({ name }: Operation) => !ELSEWHERE.has(name) && !/^(webhooks|channels)\./.test(name) && !OWN_PAGES.test(name);
test("the cases below cover every place of every operation that can name a thing", () => {
  for (const operation of reachable.filter(isHere)) {
    const covered = new Set((CASES[operation.name] ?? []).map((one) => one.place));
    assert.deepEqual(
      placesIn(operation).filter((place) => !covered.has(place)),
      [],
      operation.name,
    );
  }
});

/** Refused as a whole, or in the one row it is about. */
async function refusalOf(response: Response, name: string): Promise<string> {
  const text = await response.text();
  if (response.status === 200) assert.match(text, /"status":"failed"/, `${name} ${text}`);
  else assert.ok([404, 422].includes(response.status), `${name} ${response.status} ${text}`);
  return text;
}

/** A refusal without the requested reference and without the parts that differ on every call. */
const masked = (text: string, given: Belongings) =>
  Object.values(given)
    .reduce((all, one: string) => all.replaceAll(JSON.stringify(one).slice(1, -1), "…"), text)
    .replaceAll(/op_\w+|"request_id":"[^"]*"|"(from|to)":\d+/g, "");

const unknown = (kind: Kind): Belongings => {
  const one = (prefix: string, ending = "@test.example") => {
    const tag = newTag();
    return { id: showId(prefix, newId()), uuid: newId(), email: `${tag}${ending}`, name: tag }[kind];
  };
  return { contact: one("rec"), twin: one("rec"), organization: one("rec", ".example"), deal: one("rec"), member: one("usr") };
};

for (const [name, cases] of Object.entries(CASES)) {
  test(`${name} refuses another company's things by id, email and name like things that do not exist, and writes nothing`, async () => {
    const { admin: victim, called: theirs } = await settle();
    const { admin, called: mine } = await settle();
    const { key } = await admin.key();
    await service().rest(key, "GET", "/me"); // the first use of a key is an event
    const tool = reachable.find((one) => one.name === name)?.tool?.name;
    const before = await snapshot(service());
    for (const { place, kinds = KINDS, input } of cases) {
      for (const kind of kinds) {
        const asked = input(mine.id, theirs[kind]);
        const foreign = await refusalOf(await admin.post(name, asked), `${name} ${place} by ${kind}`);
        const unknownReference = unknown(kind);
        const random = await refusalOf(await admin.post(name, input(mine.id, unknownReference)), name);
        assert.equal(masked(foreign, theirs[kind]), masked(random, unknownReference), `${name} ${place} by ${kind}`);
        const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: asked } };
        if (tool) assert.match(await (await service().mcp(key, message)).text(), /"isError":true/);
      }
    }
    assert.deepEqual(await snapshot(service()), before);
    // The same calls with the caller's own things work: there was no other reason to refuse them.
    for (const { place, kinds: [kind] = KINDS, input } of cases) {
      const own = /merge|delete/.test(name) ? await settle() : { admin, called: mine };
      const answer = await own.admin.post(name, input(own.called.id, own.called[kind ?? "id"]));
      const text = await answer.text();
      assert.ok(answer.ok && !text.includes('"status":"failed"'), `${name} ${place} ${text}`);
    }
    assert.equal((await victim.call("records.get", { id: theirs.id.contact })).version, 1);
  });
}

test("another company's ids in a filter find nothing, or are refused, and reveal no more than ids that do not exist", async () => {
  const { called: theirs } = await settle();
  const { admin } = await settle();
  for (const kind of KINDS) {
    for (const filterOf of [
      ({ member }: Belongings) => `owner:"${member}"`,
      ({ organization }: Belongings) => `organization:"${organization}"`,
      ({ deal }: Belongings) => `any(deals, name:"${deal}")`,
      ({ organization }: Belongings) => `organization.name:"${organization}"`,
    ]) {
      const ask = async (given: Belongings) => {
        const response = await admin.post("records.list", { type: "contact", filter: filterOf(given) });
        const text = await response.text();
        assert.ok(response.status === 400 || /"items":\[\]/.test(text), `${filterOf(given)} ${text}`);
        return masked(text, given);
      };
      const unknownReference = unknown(kind);
      assert.equal(await ask(theirs[kind]), await ask(unknownReference));
    }
  }
});

test("a file that names another company's records and people links none of them, and changes nothing of theirs", async () => {
  const worker = await service().app.startWorker();
  try {
    const { admin: victim, called: theirs } = await settle();
    const { admin, called: mine } = await settle();
    const { organization, contact: theirContact, member } = theirs.id;
    const recordsOf = async (person: Person) =>
      Promise.all(["organization", "contact", "deal"].map((type) => person.call("records.list", { type, sort: "name" })));
    const before = await recordsOf(victim);
    const rows = [organization, theirs.uuid.organization, theirs.email.organization, theirs.name.organization]
      .map((one) => `,x,${one},`)
      .concat([member, theirs.email.member, theirs.name.member].map((one) => `,x,,${one}`));
    const file = ["Id,Name,Organization,Owner", ...rows, `,ok,${mine.id.organization},@me`].join("\n");

    const strict = await importFile(admin, "contact", file, { bad_cells: "refuse_row", unknown: "refuse_row" });
    assert.deepEqual(countsOf(strict), { rows: 8, created: 1, updated: 0, skipped: 0, failed: 7 }, JSON.stringify(strict.problems));

    // Left empty with a warning; a name that no record of one's own has is a new record of one's own, but an id is not a name.
    const lenient = await importFile(admin, "contact", file);
    assert.deepEqual(countsOf(lenient), { rows: 8, created: 8, updated: 0, skipped: 0, failed: 0 }, JSON.stringify(lenient.problems));
    assert.deepEqual(
      lenient.warnings.map((one) => one.row),
      [2, 3, 6, 7, 8],
    );
    const owned = (await admin.call("records.list", { type: "organization" })).items;
    const allowed = [mine.name.organization, theirs.email.organization, theirs.name.organization];
    assert.deepEqual(owned.map((one) => one.title).sort(), allowed.sort());
    const { items: contacts } = await admin.call("records.list", { type: "contact", filter: "name:x" });
    const linked = contacts.flatMap((one) => one.values["organization"] ?? []) as { id: string }[];
    assert.equal(linked.length, 2);
    for (const { id } of linked) assert.ok(id !== organization && owned.some((one) => one.id === id));

    const named = [theirContact, theirContact.toUpperCase(), theirs.uuid.contact, theirs.uuid.contact.toUpperCase(), member];
    const emails = [theirs.email.contact, theirs.email.contact.toUpperCase(), theirs.email.member];
    const deals = ["Name,Contacts", ...[...named, ...emails].map((one) => `y,${one}`)].join("\n");
    const contactsBefore = (await recordsOf(admin))[1];
    const empty = await importFile(admin, "deal", deals);
    assert.deepEqual(countsOf(empty), { rows: 8, created: 8, updated: 0, skipped: 0, failed: 0 }, JSON.stringify(empty.problems));
    assert.equal(empty.warned, 8);
    assert.deepEqual((await recordsOf(admin))[1], contactsBefore, "no contact is made of an id or an email");

    const stolen = `Id,Name\n${theirContact},Stolen\n${mine.id.contact},Mine`;
    const updated = await importFile(admin, "contact", stolen, { mode: "upsert", match: "id" });
    assert.deepEqual(countsOf(updated), { rows: 2, created: 0, updated: 1, skipped: 0, failed: 1 });
    assert.deepEqual(await recordsOf(victim), before);
  } finally {
    await worker.stop();
  }
});

interface Reference {
  name: string;
  source: string;
  target: string;
  own: string;
  theirs: string;
}

test("the database itself refuses a pair across companies on every reference there is, even for a superuser", async () => {
  const worker = await service().app.startWorker();
  const people = [(await settle()).admin, (await settle()).admin] as const;
  for (const admin of people) await fillEveryTable(service(), admin);
  await worker.stop();
  const [first, second] = await Promise.all(people.map((one) => companyOf(service(), one)));
  const references = (await service().database.query(`
    select k.conname as name, k.conrelid::regclass::text as source, k.confrelid::regclass::text as target, a.attname as own, b.attname as theirs
    from pg_constraint k cross join lateral unnest(k.conkey, k.confkey) as pair (own, theirs)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
    join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.confrelid <> 'companies'::regclass
      and k.conparentid = 0 and a.attname <> 'company_id'`)) as unknown as Reference[];
  assert.ok(references.length >= 20, `${references.length} references`);
  for (const { name, source, target, own, theirs } of references) {
    // The second company's oldest and newest rows are older and newer than the first's pair, which has an order of its own.
    const order = own === "other_id" ? "desc" : "asc";
    const [other] = await service().database.query(
      `select ${theirs} as id from ${target} where company_id = $1 order by ${theirs} ${order} limit 1`,
      [second],
    );
    const [row] = await service().database.query(`select count(*)::int as rows from ${source} where company_id = $1`, [first]);
    assert.ok(other && Number(row?.["rows"]) > 0, `give this test a row of ${source} and of ${target}`);
    await assert.rejects(
      service().database.query(
        // A generated column changes with the one it is made of.
        `update ${source} set ${source === "working_hours" ? "id" : own} = $2 where ctid = (select ctid from ${source} where company_id = $1 order by ${own} is null limit 1) and company_id = $1`,
        [first, other["id"]],
      ),
      { code: "23503" },
      `${source}.${own} (${name})`,
    );
  }
});

const COLUMNS = {
  company_id: newId(),
  id: showId("rec", newId()),
  type_id: newId(),
  owner_id: newId(),
  version: 7,
  search: "x",
  data: { name: "x" },
  created_at: "2020-01-01T00:00:00Z",
  updated_at: "2020-01-01T00:00:00Z",
  deleted_at: null,
  won_at: "2020-01-01T00:00:00Z",
  lost_at: "2020-01-01T00:00:00Z",
  stage_entered_at: "2020-01-01T00:00:00Z",
  last_activity_at: "2020-01-01T00:00:00Z",
  merged_into: newId(),
};

test("no column of the table can be set as a value, one by one, in bulk, by tool or by file; and rows refuse unknown properties", async () => {
  const { admin, called } = await settle();
  const { contact: id, twin } = called.id;
  const before = await snapshot(service());
  for (const [column, value] of Object.entries(COLUMNS)) {
    const values = { name: "Smuggled", [column]: value };
    const calls: [name: string, input: object][] = [
      ["records.create", { type: "contact", values }],
      ["records.update", { id, values }],
      ["records.upsert", { type: "contact", match: "email", values: { ...values, email: "new@test.example" } }],
      ["records.batch", { type: "contact", items: [{ values }, { id, values }] }],
      ["records.batch", { type: "contact", items: [{ values: { name: "x" }, [column === "id" ? "record_id" : column]: value }] }],
      ["records.merge", { type: "contact", into: id, from: [twin], values }],
      ["assistant.save", { type: "contact", records: [{ values }, { record: id, values }] }],
      ["assistant.save", { type: "contact", records: [{ values: { name: "x" }, [column]: value }] }],
    ];
    for (const [name, input] of calls) {
      const answer = await admin.post(name, input);
      const text = await answer.text();
      assert.ok(
        answer.status === 422 || (answer.status === 200 && !/"status":"(created|updated)"/.test(text)),
        `${name} ${column} ${text}`,
      );
    }
  }
  assert.deepEqual(await snapshot(service()), before);
  const { id: file } = await admin.call("imports.create", { type: "contact", name: "f.csv", size: 14 });
  await admin.call("imports.addPart", { id: file, position: 0, base64: Buffer.from("Name,Other\na,b").toString("base64") });
  for (const field of [...Object.keys(COLUMNS), "company"]) {
    const mapping = [
      { column: 0, field: "name" },
      { column: 1, field },
    ];
    assert.equal((await admin.post("imports.check", { id: file, mapping, mode: "create" })).status, 422, field);
  }
});

test("a Member cannot reach a colleague's import, export or private view, nor undo what a colleague did; nothing is written", async () => {
  const { admin, called } = await settle();
  const member = await service().given.member(admin);
  const changed = await admin.call("records.update", { id: called.id.contact, values: { city: "Leeds" } });
  const removed = await admin.call("assistant.delete", { ids: [called.id.deal] });
  const { id: imp } = await admin.call("imports.create", { type: "contact", name: "f.csv", size: 10 });
  const { id: exp } = await admin.call("exports.create", { type: "contact" });
  const { id: own } = await admin.call("views.create", { type: "contact", name: "Private" });
  const { id: shared } = await admin.call("views.create", { type: "contact", name: "Shared", is_shared: true });
  const before = await snapshot(service(), { without: ["sessions"] });
  const refused: [name: string, input: object, status: number][] = [
    ["records.undo", { id: changed.operation_id }, 403],
    ["records.undo", { id: removed.operation_id }, 403],
    ["imports.get", { id: imp }, 404],
    ["imports.addPart", { id: imp, position: 0, base64: Buffer.from("Name\nx,y,z").toString("base64") }, 404],
    ["imports.start", { id: imp }, 404],
    ["imports.undo", { id: imp }, 404],
    ["imports.errors", { id: imp }, 404],
    ["exports.get", { id: exp }, 404],
    ["exports.read", { id: exp, position: 0 }, 404],
    ["views.update", { id: own, name: "Mine" }, 404],
    ["views.delete", { id: own }, 404],
    ["views.update", { id: shared, name: "Mine" }, 403],
    ["views.delete", { id: shared }, 403],
  ];
  for (const [name, input, status] of refused) assert.equal((await member.post(name, input)).status, status, name);
  assert.deepEqual((await member.call("imports.list", {})).items, []);
  assert.ok((await member.call("views.list", {})).items.every((view) => view.id !== own));
  const { key } = await member.key();
  assert.equal((await service().rest(key, "POST", `/operations/${changed.operation_id}/undo`)).status, 403);
  assert.deepEqual(
    await snapshot(service(), { without: ["sessions", "api_keys", "events"] }),
    Object.fromEntries(Object.entries(before).filter(([table]) => !["api_keys", "events"].includes(table))),
  );
});

interface Made {
  /** An import. */
  file: string;
  webhook: string;
  otherWebhook: string;
  channel: string;
  otherChannel: string;
}

interface List {
  input(mine: Belongings, made: Made): object;
  /** Two requests for the same list. */
  same?: string;
  /** The same operation with another input: a cursor of one is not valid for the other. */
  others?: (mine: Belongings, made: Made) => object[];
}

const PLAIN_LISTS = ["events.list", "members.list", "keys.listCompany", "exports.list", "imports.list", "jobs.listFailed"];
/** Every operation with pages, with an input that has a second page. */
const LISTS: Record<string, List> = {
  ...Object.fromEntries(PLAIN_LISTS.map((name) => [name, { input: () => ({ limit: 1 }) }])),
  "notifications.list": { input: () => ({ limit: 1 }), others: () => [{ limit: 1, is_unread: true }] },
  "requests.list": { input: () => ({ limit: 1 }), others: () => [{ limit: 1, show: "errors" }] },
  "imports.errors": { input: (_, { file: id }) => ({ id }), others: (_, { file: id }) => [{ id, which: "warnings" }] },
  "duplicates.list": { input: () => ({ limit: 1, type: "contact" }), others: () => [{ limit: 1, type: "deal" }] },
  "webhooks.list": { input: () => ({ limit: 1 }), others: () => [{ limit: 1, url: "https://93.184.216.34/1" }] },
  "webhooks.listDeliveries": {
    input: (_, { webhook }) => ({ limit: 1, webhook }),
    others: (_, { webhook, otherWebhook }) => [{ limit: 1 }, { limit: 1, webhook: otherWebhook }, { limit: 1, webhook, state: "open" }],
  },
  "webhooks.listReplays": {
    input: (_, { webhook: id }) => ({ limit: 1, id }),
    others: (_, { otherWebhook: id }) => [{ limit: 1, id }],
  },
  "channels.list": { input: () => ({ limit: 1 }) },
  "channels.listItems": {
    input: (_, { channel: id }) => ({ limit: 1, id }),
    others: (_, { channel: id, otherChannel }) => [
      { limit: 1, id: otherChannel },
      { limit: 1, id, state: "done" },
    ],
  },
  "views.list": { input: () => ({ limit: 1, type: "contact" }), others: () => [{ limit: 1 }, { limit: 1, type: "deal" }] },
  "records.list": {
    input: () => ({ type: "contact", limit: 1, sort: "name", filter: "has:name" }),
    same: "assistant.query",
    others: () => [
      { type: "deal", limit: 1, sort: "name", filter: "has:name" },
      { type: "contact", limit: 1, sort: "-name", filter: "has:name" },
      { type: "contact", limit: 1, sort: "name,created_at", filter: "has:name" },
      { type: "contact", limit: 1, sort: "created_at", filter: "has:name" },
      { type: "contact", limit: 1, filter: "has:name" },
      { type: "contact", limit: 1, sort: "name" },
      { type: "contact", limit: 1, sort: "name", filter: "has:name no:city" },
    ],
  },
  "records.activities": {
    input: () => ({ limit: 1 }),
    others: ({ contact: record }) => [
      { limit: 1, record },
      { limit: 1, kind: "call" },
    ],
  },
  "records.timeline": {
    input: ({ contact: id }) => ({ id, limit: 1 }),
    same: "assistant.timeline",
    others: ({ deal: id }) => [{ id, limit: 1 }],
  },
  "records.files": {
    input: ({ contact: id }) => ({ id, limit: 1 }),
    others: ({ deal: id }) => [{ id, limit: 1 }],
  },
  "records.notes": {
    input: ({ contact: id }) => ({ id, limit: 1 }),
    others: ({ contact, deal }) => [
      { id: deal, limit: 1 },
      { id: contact, limit: 1, is_pinned: true },
    ],
  },
  "records.operations": {
    input: () => ({ limit: 1 }),
    others: () => [
      { limit: 1, by: "everyone" },
      { limit: 1, about: "everything" },
    ],
  },
  "records.changes": { input: () => ({ limit: 1 }) },
  "records.trash": { input: () => ({ type: "task", limit: 1 }), others: () => [{ type: "deal", limit: 1 }] },
  "assistant.query": {
    input: () => ({ type: "contact", limit: 1, sort: "name", filter: "has:name" }),
    same: "records.list",
    others: () => [{ type: "contact", limit: 1, sort: "-name", filter: "has:name" }],
  },
  "assistant.timeline": {
    input: ({ contact: record }) => ({ type: "contact", record, limit: 1 }),
    same: "records.timeline",
    others: ({ deal: record }) => [{ type: "deal", record, limit: 1 }],
  },
};

/** Every list's cursor in every list, and in the gate those of three lists in each: its own, and the two after it. */
const isTried = (name: string, from: string) => {
  const names = Object.keys(LISTS);
  const apart = (names.indexOf(from) - names.indexOf(name) + names.length) % names.length;
  return apart <= scaled(names.length, 2);
};

const placeIn = (name: string, cursor: string) => (name === "records.changes" ? { after: cursor } : { cursor });

test("a cursor of another company, of another list, for another request, or with one character changed is 400", async () => {
  const isPaged = ({ input }: Operation) => ["cursor", "after"].some((key) => key in (input as z.ZodObject).shape);
  const paged = reachable.filter((one) => !OWN_PAGES.test(one.name) && isPaged(one));
  assert.deepEqual(paged.map((one) => one.name).sort(), Object.keys(LISTS).sort());
  const worker = await service().app.startWorker();
  const [mine, theirs] = [await settleWithPages(), await settleWithPages()];
  await worker.stop();

  const refused = async (name: string, input: object, why: string) => {
    const answer = await mine.admin.post(name, input);
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [400, "bad_cursor"], `${name}: ${why}`);
  };
  for (const [name, { input, same, others }] of Object.entries(LISTS)) {
    const own: string = mine.cursors[name] ?? "";
    const asked = input(mine.called.id, mine.made);
    assert.equal((await mine.admin.post(name, { ...asked, ...placeIn(name, own) })).status, 200, name);
    for (const [from, cursor] of Object.entries(theirs.cursors).filter(([from]) => isTried(name, from)))
      await refused(name, { ...asked, ...placeIn(name, cursor) }, `theirs, of ${from}`);
    for (const [from, cursor] of Object.entries(mine.cursors).filter(([from]) => isTried(name, from)))
      if (from !== name && from !== same) await refused(name, { ...asked, ...placeIn(name, cursor) }, `of ${from}`);
    for (const other of others?.(mine.called.id, mine.made) ?? [])
      await refused(name, { ...other, ...placeIn(name, own) }, JSON.stringify(other));
    // Every character of the two that hold the most, every tenth of the others.
    const step = (name === "records.list" || name === "records.changes" ? 1 : 10) * scaled(1, 4);
    for (let at = 0; at < own.length; at += step) {
      const edited = own.slice(0, at) + (own[at] === "A" ? "B" : "A") + own.slice(at + 1);
      await refused(name, { ...asked, ...placeIn(name, edited) }, `character ${at}`);
    }
    for (const cut of [own.slice(0, -1), own.slice(1), `${own}=`, `${own}A`, ".", "e30", Buffer.from('{"id":"x"}').toString("base64url")])
      await refused(name, { ...asked, ...placeIn(name, cut) }, cut);
  }

  // Filter and sort, put one after the other, read alike here; the value to sort by does not.
  const page = { type: "contact", limit: 1, filter: "has:name", sort: "name\n" };
  const { next_cursor: alike } = await mine.admin.call("records.list", page);
  await refused("records.list", { type: "contact", limit: 1, filter: "has:name\nname", cursor: alike }, "a filter that ends like the sort");

  const { key } = await mine.admin.key();
  for (const [path, name] of [
    ["/records/contact?limit=1&sort=name&filter=has:name&cursor=", "records.list"],
    ["/changes?limit=1&after=", "records.changes"],
    ["/views?limit=1&type=contact&cursor=", "views.list"],
    [`/records/contact/${mine.called.id.contact}/timeline?limit=1&cursor=`, "records.timeline"],
  ] as const) {
    assert.equal((await service().rest(key, "GET", path + (mine.cursors[name] ?? ""))).status, 200, path);
    assert.equal((await service().rest(key, "GET", path + (theirs.cursors[name] ?? ""))).status, 400, path);
  }
  const input = { ...LISTS["assistant.query"]?.input(mine.called.id, mine.made), cursor: theirs.cursors["assistant.query"] };
  const query = { name: "query_records", arguments: input };
  assert.match(await (await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: query })).text(), /bad_cursor/);
});

/** A company in which every list has a second page, and the cursors that lead there. */
async function settleWithPages() {
  const { admin, called } = await settle();
  for (const name of ["one", "two"]) await admin.key(name);
  for (const type of ["contact", "deal"]) await admin.call("exports.create", { type });
  for (let at = 0; at < 2; at++) await giveFailedJob(service(), admin);
  const changes = [[called.id.contact, { city: "Leeds" }] as const, [called.id.deal, { amount: 5 }] as const];
  for (const [id, values] of changes) await admin.call("records.update", { id, values });
  for (const kind of ["call", "email"] as const) await admin.call("records.logActivity", { id: called.id.contact, kind });
  for (const text of ["one", "two"]) {
    await admin.call("records.addNote", { id: called.id.contact, text });
    await admin.call("records.attachFile", { id: called.id.contact, file: await giveFile(service(), admin, text) });
  }
  await admin.call("imports.create", { type: "contact", name: "other.csv", size: 10 });
  const rows = Array.from({ length: 1_001 }, (_, at) => `Bad ${at},nonsense`);
  const { id: file } = await importFile(admin, "contact", ["Name,Email", ...rows].join("\n"), { bad_cells: "refuse_row" });
  for (const name of ["one", "two"]) await admin.call("views.create", { type: "contact", name });
  for (const email of ["one@twice.example", "two@twice.example"])
    for (let twice = 0; twice < 2; twice++)
      await admin.call("records.create", { type: "contact", values: { name: `Twice ${twice}`, email }, allow_duplicate: true });
  for (const name of ["one", "two"]) {
    const { record } = await admin.call("records.create", { type: "task", values: { name } });
    await admin.call("records.delete", { id: record.id });
  }
  const { key } = await admin.key();
  for (let twice = 0; twice < 2; twice++) await service().rest(key, "GET", "/me");
  await service().app.settle();
  const made = {
    file,
    webhook: (await giveWebhook(admin, "1", 2)).whk,
    otherWebhook: (await giveWebhook(admin, "2", 2)).whk,
    channel: (await giveChannel(service(), admin, "One", 2)).chn,
    otherChannel: (await giveChannel(service(), admin, "Two", 2)).chn,
  };
  // Both exports are over, and their owner is told.
  await until(async () => (await admin.call("notifications.count", {})).unread >= 2, "two notifications");
  const cursors: Record<string, string> = {};
  for (const [name, { input }] of Object.entries(LISTS)) {
    const answer = (await (await admin.post(name, input(called.id, made))).json()) as { next_cursor?: string; position?: string };
    cursors[name] = answer.next_cursor ?? answer.position ?? "";
    assert.ok(cursors[name], `${name} has one page only: ${JSON.stringify(answer).slice(0, 200)}`);
  }
  return { admin, called, made, cursors };
}
