import assert from "node:assert/strict";
import { test } from "node:test";
import { giveFailedJob } from "../jobs/lab.ts";
import { sharedService, type Person } from "../service.ts";
import { BYTES, connect, type Client, type OpenApi } from "./client.ts";

// Everything a program does, with a client made from the served document alone.

const service = sharedService();

interface Shown {
  id: string;
  type: string;
  title: string;
  version: number;
  values: Record<string, unknown>;
  deleted_at: string | null;
}

const CONTACTS = 7;
const tried = new Set<string>();

async function newClient(): Promise<Client> {
  return connectAs(await service().given.admin());
}

async function connectAs(person: Person): Promise<Client> {
  return connect(service().url, (await person.key()).key, tried);
}

async function create(client: Client, type: string, values: object): Promise<Shown> {
  return (await client.call("records.create", { type, values })).body.record as Shown;
}

/** An organization, its contacts and a deal. */
async function someRecords(client: Client) {
  const organization = await create(client, "organization", { name: "Aldermoor Water", website: "aldermoor.example", country: "DE" });
  const contacts: Shown[] = [];
  for (let at = 0; at < CONTACTS; at++)
    contacts.push(
      await create(client, "contact", { name: `Person ${at}`, email: `p${at}@aldermoor.example`, organization: organization.id }),
    );
  const deal = await create(client, "deal", {
    name: "Flow metering",
    stage: "Proposal",
    amount: 48_000,
    organization: "Aldermoor Water",
    contacts: contacts.map((one) => one.id),
  });
  return { organization, contacts, deal };
}

test("a client made from the document alone does the full round with records", async () => {
  const client = await newClient();
  const start = (await client.call("records.changes", {})).body.position as string;
  const { organization, contacts, deal } = await someRecords(client);

  const filtered = (await client.call("records.list", { type: "deal", filter: "organization.country:DE is:open amount>=10000" })).body;
  assert.deepEqual(
    filtered.items.map((one: Shown) => one.id),
    [deal.id],
  );
  const paged: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined; pages === 0 || cursor; pages++) {
    const { body } = await client.call("records.list", {
      type: "contact",
      sort: "name",
      limit: 2,
      fields: ["name"],
      ...(cursor ? { cursor } : {}),
    });
    paged.push(...body.items.map((one: Shown) => one.id));
    cursor = body.next_cursor ?? undefined;
  }
  assert.deepEqual([pages, paged], [4, contacts.map((one) => one.id)]);

  const read = await client.call("records.get", { type: "deal", id: deal.id });
  const etag = read.headers.get("etag") ?? "";
  const won = await client.call("records.update", { type: "deal", id: deal.id, values: { stage: "won" }, "If-Match": etag });
  assert.deepEqual([won.body.record.values.stage, won.headers.get("etag") === etag], ["won", false]);
  const stale = await client.refused("records.update", { type: "deal", id: deal.id, values: { stage: "lost" }, "If-Match": etag });
  assert.deepEqual([stale.status, stale.code], [412, "version_conflict"]);
  assert.equal((await client.refused("records.delete", { type: "deal", id: deal.id, "If-Match": etag })).status, 412);
  const unread = await client.refused("records.update", { type: "deal", id: deal.id, values: { stage: "lost" }, "If-Match": "3" });
  assert.deepEqual([unread.status, unread.code], [400, "bad_if_match"]);

  const upsert = (name: string, email: string) =>
    client.call("records.upsert", { type: "contact", match: "email", values: { name, email } });
  const [known, fresh] = [(await upsert("Person zero", "P0@aldermoor.example")).body, (await upsert("New", "new@aldermoor.example")).body];
  assert.deepEqual([known.is_new, known.record.id, fresh.is_new], [false, contacts[0]?.id, true]);

  const items = [{ values: { name: "In a batch" } }, { id: deal.id, values: { next_step: "Invoice" } }, { values: { stage: "nowhere" } }];
  const batch = (await client.call("records.batch", { type: "deal", items, "Idempotency-Key": "once" })).body;
  assert.deepEqual(
    batch.results.map((one: { status: string }) => one.status),
    ["created", "updated", "failed"],
  );
  const again = (await client.call("records.batch", { type: "deal", items, "Idempotency-Key": "once" })).body;
  assert.equal(again.operation_id, batch.operation_id);

  const measures = [{ measure: "count" }, { measure: "sum", field: "amount" }];
  const { groups } = (await client.call("records.aggregate", { type: "deal", measures, group_by: "organization" })).body;
  assert.deepEqual(
    groups.map((group: { key: string | null; values: unknown[] }) => [group.key, group.values]),
    [
      [organization.id, [1, "48000"]],
      [null, [1, null]],
    ],
  );
  const found = (await client.call("records.search", { query: "aldermor", types: ["organization"] })).body.items;
  assert.equal(found[0]?.id, organization.id);

  const note = await client.call("records.addNote", { type: "contact", id: fresh.record.id, text: "Met at the fair" });
  const edit = { type: "contact", id: fresh.record.id, note: note.body.id, text: "Met at the fair in Hannover" };
  assert.match((await client.call("records.updateNote", edit)).body.operation_id, /^op_/);
  const about = { type: "contact", id: fresh.record.id };
  assert.match((await client.call("records.pinNote", { ...about, note: note.body.id })).body.operation_id, /^op_/);
  const [pinned] = (await client.call("records.notes", { ...about, is_pinned: true })).body.items;
  assert.deepEqual([pinned?.text, pinned?.is_pinned], [edit.text, true]);
  const { id: activity } = (await client.call("records.logActivity", { type: "contact", id: fresh.record.id, kind: "call" })).body;
  const call = { type: "contact", id: fresh.record.id, activity };
  await client.call("records.updateActivity", { ...call, outcome: "Asked for a price" });
  const [logged] = (await client.call("records.activities", { record: fresh.record.id })).body.items;
  assert.deepEqual([logged?.id, logged?.outcome], [activity, "Asked for a price"]);
  await client.call("records.deleteActivity", call);
  const matching = { type: "contact", filter: "has:organization", values: { job_title: "Engineer" } };
  const { count } = (await client.call("records.updateMatching", { ...matching, dry_run: true })).body;
  const { operation_id: changed } = (await client.call("records.updateMatching", { ...matching, count })).body;
  assert.deepEqual([count, (await client.call("records.operations", { limit: 1 })).body.items[0]?.operation_id], [CONTACTS, changed]);
  assert.equal((await client.call("records.checkUndo", { ids: [changed] })).body.items[0].operation_id, changed);
  await client.call("records.undo", { id: changed });
  const merged = (await client.call("records.merge", { type: "contact", into: contacts[0]?.id, from: [fresh.record.id] })).body;
  assert.deepEqual(merged.record.values.email, ["p0@aldermoor.example", "new@aldermoor.example"]);
  assert.ok((await client.call("records.get", { type: "contact", id: fresh.record.id })).body.deleted_at);
  const story = (await client.call("records.timeline", { type: "contact", id: contacts[0]?.id, limit: 50 })).body.items;
  assert.ok(story.some((entry: { note: { id: string } | null }) => entry.note?.id === note.body.id));
  await client.call("records.undo", { id: merged.operation_id });
  assert.equal((await client.call("records.get", { type: "contact", id: fresh.record.id })).body.deleted_at, null);

  const twin = { type: "contact", values: { name: "New", email: "new@aldermoor.example" }, allow_duplicate: true };
  const { id: other } = (await client.call("records.create", twin)).body.record;
  const [pair] = (await client.call("duplicates.list", { type: "contact" })).body.items;
  assert.deepEqual(new Set(pair.records.map((one: Shown) => one.id)), new Set([fresh.record.id, other]));
  await client.call("duplicates.dismiss", { type: "contact", record: fresh.record.id, other });
  const left: { strength: string }[] = (await client.call("duplicates.list", { type: "contact" })).body.items;
  assert.ok(
    left.every((one) => one.strength === "low"),
    "only people of similar names are left",
  );

  await client.call("records.delete", { type: "deal", id: deal.id });
  assert.equal((await client.refused("records.update", { type: "deal", id: deal.id, values: {} })).code, "in_trash");
  assert.equal((await client.call("records.list", { type: "deal", filter: "is:deleted" })).body.items.length, 1);
  assert.equal((await client.call("records.restore", { type: "deal", id: deal.id })).body.record.deleted_at, null);

  const feed: { kind: string; record: { id: string } }[] = [];
  for (let after = start, more = true; more;) {
    const { body } = await client.call("records.changes", { after, limit: 5 });
    feed.push(...body.items);
    after = body.position;
    more = body.has_more;
  }
  const kindsOf = (id: string | undefined) => feed.filter((event) => event.record.id === id).map((event) => event.kind);
  assert.deepEqual(kindsOf(deal.id), ["record.created", "record.updated", "record.updated", "record.deleted", "record.restored"]);
  const ofActivity = ["activity.logged", "activity.updated", "activity.deleted"];
  assert.deepEqual(kindsOf(fresh.record.id), [
    "record.created",
    "note.added",
    "note.updated",
    "note.pinned",
    ...ofActivity,
    "record.merged",
    "record.restored",
  ]);
  assert.deepEqual(kindsOf(contacts[0]?.id), ["record.created", ...Array<string>(5).fill("record.updated")]);
  assert.equal(feed.filter((event) => event.kind === "record.created").length, CONTACTS + 5);
});

test("files of a record are attached, listed, renamed and removed as the document says", async () => {
  const client = await newClient();
  const deal = await create(client, "deal", { name: "Flow metering" });
  const { id: file } = (await client.call("files.upload", { name: "offer.txt", [BYTES]: "An offer" })).body;
  const of = { type: "deal", id: deal.id };
  const { id: attachment } = (await client.call("records.attachFile", { ...of, file })).body;
  await client.call("records.renameFile", { ...of, attachment, name: "signed.txt" });
  const { items, count } = (await client.call("records.files", of)).body;
  assert.deepEqual([count, items[0]?.id, items[0]?.name, items[0]?.type], [1, attachment, "signed.txt", "text/plain"]);
  assert.match((await client.call("records.removeFile", { ...of, attachment })).body.operation_id, /^op_/);
  assert.equal((await client.call("records.files", of)).body.count, 0);
});

test("a large file is begun, sent, looked at and cancelled as the document says", async () => {
  const client = await newClient();
  const { id } = (await client.call("files.createUpload", { name: "survey.txt", size: 8, tag: "survey" })).body;
  assert.deepEqual((await client.call("files.uploads")).body.items[0].tag, "survey");
  assert.equal((await client.refused("files.sendPart", { id, offset: 4, [BYTES]: "A survey" })).code, "wrong_offset");
  const { file } = (await client.call("files.sendPart", { id, offset: 0, [BYTES]: "A survey" })).body;
  assert.match(file, /^fil_/);
  assert.equal((await client.call("files.getUpload", { id })).body.file, file);
  assert.equal((await client.call("files.cancelUpload", { id })).status, 204);
});

test("members, invitations, types, views and events answer as the document says", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const client = await connectAs(ada);
  await someRecords(client);

  assert.equal((await client.call("members.me")).body.user.id, ada.userId);
  assert.equal((await client.call("members.list", { search: "Max", limit: 1 })).body.items[0].id, max.userId);
  assert.equal((await client.call("members.disable", { id: max.userId, disabled: true })).body.id, max.userId);
  const invited = (await client.call("invitations.create", { email: "guest@test.example" })).body;
  assert.equal((await client.call("invitations.list")).body.items[0].id, invited.id);
  assert.equal((await client.call("invitations.revoke", { id: invited.id })).status, 204);

  await client.call("types.create", { key: "site", label: "Site", label_plural: "Sites" });
  await client.call("types.update", { type: "site", label: "Plant" });
  const options = [{ key: "open", label: "Open" }];
  await client.call("types.addField", { type: "site", key: "state", label: "State", field_type: "select", options });
  await client.call("types.updateField", { type: "site", field: "state", label: "Condition", dry_run: true });
  const described = (await client.call("types.list", { types: ["site"] })).body.items;
  assert.deepEqual(
    described.map((one: { key: string; label: string }) => [one.key, one.label]),
    [["site", "Plant"]],
  );

  assert.equal((await client.call("currencies.set", { currency: "USD", rate: "0.92" })).body.rate, "0.92");
  assert.equal((await client.call("currencies.list")).body.items[0].currency, "USD");
  assert.equal((await client.call("currencies.delete", { currency: "USD" })).status, 204);

  const canned = (await client.call("cannedReplies.create", { name: "Thanks", text: "Thanks, {{contact.first_name|all}}!" })).body;
  assert.equal((await client.call("cannedReplies.update", { id: canned.id, name: "Thank you" })).body.name, "Thank you");
  assert.equal((await client.call("cannedReplies.list")).body.items[0].name, "Thank you");
  assert.equal((await client.call("cannedReplies.fill", { id: canned.id })).body.text, "Thanks, all!");
  assert.equal((await client.call("cannedReplies.delete", { id: canned.id })).status, 204);

  assert.ok((await client.call("notifications.count")).body.unread >= 0);
  assert.ok(Array.isArray((await client.call("notifications.list", { limit: 1 })).body.items));
  assert.ok((await client.call("notifications.markRead", {})).body.changed >= 0);
  assert.equal((await client.call("notifications.chooseMail", { by_mail: { due: "now" } })).body.by_mail.due, "now");
  assert.equal((await client.call("notifications.mailChoices")).body.by_mail.due, "now");

  const board = (await ada.call("dashboards.list", {})).items[0];
  assert.equal((await client.call("dashboards.list")).body.items[0].id, board?.id);
  assert.equal((await client.call("dashboards.get", { id: board?.id })).body.id, board?.id);
  assert.ok((await client.call("dashboards.figures", { id: board?.id })).body.items.length > 0);
  const [spare] = (await client.call("records.list", { type: "deal", limit: 1 })).body.items;
  assert.equal((await client.call("records.deleteBatch", { type: "deal", ids: [spare.id] })).body.deleted, 1);

  const change = { type: "contact", filter: "has:email", values: { job_title: "Buyer" } };
  const { count } = (await client.call("records.updateMatching", { ...change, dry_run: true })).body;
  const { operation_id: last } = (await client.call("records.updateMatching", { ...change, count })).body;
  assert.equal((await client.call("records.operations", { limit: 1 })).body.items[0].operation_id, last);

  const view = (await client.call("views.create", { type: "deal", name: "Open", filter: "is:open", columns: ["name", "amount"] })).body;
  await client.call("views.update", { id: view.id, layout: "board" });
  assert.equal((await client.call("views.list", { type: "deal" })).body.items[0].layout, "board");
  assert.equal((await client.call("views.delete", { id: view.id })).status, 204);
  assert.ok((await client.call("events.list", { limit: 5 })).body.next_cursor);
  await service().app.settle();
  assert.ok((await client.call("requests.list", { limit: 5, show: "all" })).body.next_cursor);

  const job = await giveFailedJob(service(), ada);
  assert.equal((await client.call("jobs.listFailed")).body.items[0].id, job);
  assert.equal((await client.call("jobs.retry", { id: job })).status, 202);
});

test("a client sets up a webhook, looks at its deliveries, and removes it", async () => {
  const client = await newClient();
  assert.equal(
    (await client.call("webhooks.eventTypes")).body.items.some((one: { type: string }) => one.type === "record.updated"),
    true,
  );
  const given = { url: "https://93.184.216.34/hook", event_types: ["record.updated"], filter: "type:deal stage:won", fields: ["stage"] };
  const { webhook, secret } = (await client.call("webhooks.create", { ...given, headers: { authorization: "Bearer abc" } })).body;
  assert.match(secret, /^whsec_/);
  const again = (await client.call("webhooks.create", given)).body;
  assert.deepEqual([again.webhook.id, again.secret, again.is_new], [webhook.id, null, false]);
  const { id } = webhook;
  assert.equal((await client.call("webhooks.update", { id, name: "Warehouse" })).body.name, "Warehouse");
  assert.equal((await client.call("webhooks.list", { url: given.url })).body.items[0].id, id);
  assert.deepEqual((await client.call("webhooks.get", { id })).body.headers, ["authorization"]);
  const { event } = (await client.call("webhooks.sendTest", { id })).body;
  assert.equal((await client.call("webhooks.listDeliveries", { webhook: id, state: "open" })).body.items[0].event, event);
  assert.equal((await client.call("webhooks.getDelivery", { id, event })).body.state, "waiting");
  assert.equal((await client.call("webhooks.stopTrying", { id, event })).status, 204);
  assert.equal((await client.call("webhooks.resend", { id, event })).status, 202);
  assert.equal((await client.call("webhooks.resendDeliveries", { id, events: [event] })).body.queued, 1);
  const range = { id, since: "2026-01-01T00:00:00Z", until: "2026-02-01T00:00:00Z" };
  assert.equal((await client.call("webhooks.countReplay", range)).body.count, 0);
  const replay = (await client.call("webhooks.createReplay", range)).body;
  assert.equal((await client.call("webhooks.listReplays", { id })).body.items[0].id, replay.id);
  assert.equal((await client.call("webhooks.stopReplay", { id, replay: replay.id })).body.state, "stopped");
  assert.match((await client.call("webhooks.rotateSecret", { id })).body.secret, /^whsec_/);
  assert.equal((await client.call("webhooks.setState", { id, state: "paused" })).body.state, "paused");
  assert.equal((await client.call("webhooks.delete", { id })).status, 204);
});

/** The same client calls these with the examples of the document, each in a test of its own (examples.test.ts). */
const BY_EXAMPLE = /^(?:leads|leadSending|channels|inbox|files)\./;

test("every operation of the document was called", async () => {
  const { document } = await newClient();
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  assert.deepEqual(
    ids.filter((id) => !tried.has(id) && !BY_EXAMPLE.test(id)),
    [],
  );
});

test("every refusal is a problem that fits the document", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const client = await connectAs(max);
  const { deal, contacts } = await someRecords(client);
  const cases: [operation: string, given: Record<string, unknown>, status: number, code: string][] = [
    ["records.list", { type: "dael" }, 404, "unknown_type"],
    ["records.list", { type: "deal", filter: "amout>5" }, 400, "bad_filter"],
    ["records.list", { type: "deal", sort: "contacts" }, 400, "bad_sort"],
    ["records.list", { type: "deal", fields: ["amout"] }, 422, "invalid_input"],
    ["records.list", { type: "deal", limit: 1_000 }, 422, "invalid_input"],
    ["records.list", { type: "deal", cursor: "made-up" }, 400, "bad_cursor"],
    ["records.get", { type: "contact", id: deal.id }, 404, "not_found"],
    ["records.create", { type: "deal", values: { name: "x", stage: "nowhere" } }, 422, "invalid_input"],
    ["records.create", { type: "deal", value: {} }, 422, "invalid_input"],
    ["records.merge", { type: "contact", into: contacts[0]?.id, from: [contacts[0]?.id] }, 422, "invalid_input"],
    ["records.aggregate", { type: "deal", measures: [{ measure: "sum", field: "stage" }] }, 400, "bad_aggregate"],
    ["records.undo", { id: deal.id.replace("rec_", "op_") }, 404, "not_found"],
    ["types.create", { key: "site", label: "Site", label_plural: "Sites" }, 403, "admin_only"],
    ["records.create", { type: "deal", values: { name: "x".repeat(1_100_000) } }, 413, "body_too_large"],
  ];
  for (const [operation, given, status, code] of cases) {
    const problem = await client.refused(operation, given);
    assert.deepEqual([problem.status, problem.code], [status, code], `${operation} ${JSON.stringify(given).slice(0, 200)}`);
  }
  const anonymous = await connect(service().url, "0".repeat(64), tried);
  assert.equal((await anonymous.refused("members.me", {})).status, 401);
});

/** The schema that an answer refers to. */
function behind({ components }: OpenApi, schema: object | boolean): Record<string, unknown> {
  const { $ref } = schema as { $ref?: string };
  return components.schemas[$ref?.split("/").at(-1) ?? ""] ?? assert.fail(`not a reference: ${JSON.stringify(schema)}`);
}

test("answers allow additional properties, so that they can grow, and requests do not", async () => {
  const { document } = await newClient();
  for (const { operationId, requestBody, responses } of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    for (const { schema } of Object.values(responses).flatMap((one) => Object.values(one.content ?? {}))) {
      assert.doesNotMatch(JSON.stringify(behind(document, schema)), /"additionalProperties":false/, operationId);
    }
    // A file is its bytes, and has no properties.
    for (const [type, { schema }] of Object.entries(requestBody?.content ?? {}))
      if (type !== "application/octet-stream")
        assert.equal((schema as Record<string, unknown>)["additionalProperties"], false, operationId);
  }
});

test("the client notices properties that the document lacks, and properties that the answer lacks", async () => {
  const client = await newClient();
  const shape = client.document.components.schemas["Me"] as { properties: Record<string, unknown>; required: string[] };
  delete shape.properties["now"];
  shape.required = shape.required.filter((name) => name !== "now");
  await assert.rejects(client.call("members.me"), /Unrecognized key: "now"/);
  shape.properties["now"] = { type: "integer" };
  await assert.rejects(client.call("members.me"), /expected (number|int)/);
  shape.properties["now"] = { type: "string" };
  await client.call("members.me");
  shape.properties["later"] = { type: "string" };
  shape.required.push("later");
  await assert.rejects(client.call("members.me"), /later/);
});
