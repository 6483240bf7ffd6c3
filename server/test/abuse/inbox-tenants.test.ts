import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { sampleId, showId } from "../../src/platform/ids.ts";
import { newId } from "../../src/platform/random.ts";
import { giveFile } from "../give-file.ts";
import { giveChannel, giveConversation, giveMessage } from "../inbox.ts";
import { placesIn, propertiesOf, reachable } from "../inputs.ts";
import { sharedService, type Person } from "../service.ts";
import { snapshot } from "../snapshot.ts";

const service = sharedService({ env: { API_CONCURRENCY: "1000" } });
const OPERATIONS = reachable.filter(({ name }) => name.startsWith("inbox."));

/** Inputs in which every place of an operation that can name a thing names one. */
const INPUTS: Record<string, object> = {
  "inbox.read": { id: sampleId("cnv"), before: sampleId("msg") },
  "inbox.update": { id: sampleId("cnv"), assignee: sampleId("usr") },
  "inbox.updateMany": { ids: [sampleId("cnv")], assignee: sampleId("usr") },
  "inbox.addNote": { id: sampleId("cnv"), text: "x", mentions: [sampleId("usr")] },
  "inbox.writeMessage": {
    conversation: sampleId("cnv"),
    channel: sampleId("chn"),
    seen: sampleId("msg", 1),
    text: "x",
    files: [sampleId("fil")],
  },
  "inbox.assistMessage": { conversation: sampleId("cnv"), channel: sampleId("chn"), seen: sampleId("msg", 1), text: "x", send: true },
  "inbox.updateDraft": { id: sampleId("msg", 2), text: "x", files: [sampleId("fil")] },
  "inbox.sendMessage": { id: sampleId("msg", 2), seen: sampleId("msg", 1) },
  "inbox.saveDraft": { id: sampleId("cnv"), text: "x", seen: sampleId("msg"), files: [sampleId("fil")] },
  "inbox.saveSignature": { channel: sampleId("chn"), text: "x" },
  "inbox.saveClockPolicy": { is_on: true, first_minutes: 60, next_minutes: 60 },
  "inbox.checkPicture": { message: sampleId("msg"), url: "https://pictures.example/a.png" },
  "inbox.setContact": { id: sampleId("cnv"), contact: sampleId("rec") },
};

type Things = Record<string, string>;

/** One of each thing, and a second conversation to merge into. */
async function settle(): Promise<{ admin: Person; things: Things }> {
  const admin = await service().given.admin();
  const channel = await giveChannel(service(), admin);
  const { cnv, msg } = await giveConversation(service(), admin, { channel });
  const newest = await giveMessage(service(), admin, cnv, { channel });
  const { id: draft } = await admin.call("inbox.writeMessage", { conversation: cnv, text: "Written", is_draft: true });
  const other = await giveConversation(service(), admin, { channel });
  const rec = (await admin.call("records.create", { type: "contact", values: { name: "theirs" } })).record.id;
  const { operation_id: op } = await admin.call("inbox.update", { id: other.cnv, tags: ["x"] });
  const fil = await giveFile(service(), admin, newId());
  return { admin, things: { chn: channel, fil, cnv, msg, newest, draft, other: other.cnv, rec, op, usr: admin.userId } };
}

const ownIds = (value: unknown, things: Things) =>
  JSON.stringify(value)
    .replaceAll(sampleId("cnv", 1), things["other"] ?? "")
    .replaceAll(sampleId("msg", 1), things["newest"] ?? "")
    .replaceAll(sampleId("msg", 2), things["draft"] ?? "")
    .replaceAll(/\b([a-z]+)_01k9y3m5t7v9x1b3d5f7h9jkm[0-9a-z]/g, (sample, prefix: string) => things[prefix] ?? sample);

const prefixOf = (id: string) => id.slice(0, id.indexOf("_"));

test("another company's conversation, message, record, person or operation is like one that does not exist", async () => {
  const [{ admin, things: mine }, { things: theirs }] = [await settle(), await settle()];
  const before = await snapshot(service());
  let tried = 0;
  for (const operation of OPERATIONS) {
    const own = ownIds(INPUTS[operation.name] ?? operation.example ?? {}, mine);
    for (const [kind, foreign] of Object.entries(theirs)) {
      const named = mine[kind] ?? "-";
      if (!own.includes(named)) continue;
      const ask = async (id: string) => {
        const answer = await admin.post(operation.name, JSON.parse(own.replaceAll(named, id)));
        return `${answer.status} ${(await answer.text()).replaceAll(id, "…").replaceAll(/"request_id":[^,}]*/g, "")}`;
      };
      const answer = await ask(foreign);
      assert.equal(answer, await ask(showId(prefixOf(foreign), newId())), `${operation.name} ${kind}`);
      assert.match(answer, /^404 /, `${operation.name} ${kind}`);
      tried++;
    }
  }
  assert.ok(tried >= 20, `${tried} places`);
  assert.deepEqual(await snapshot(service()), before, "nothing was written, for either company");
});

test("every place of an operation of the inbox that can name a thing is tried above, and works with one's own", async () => {
  for (const operation of OPERATIONS) {
    // Of one's own messages it answers only for pictures that stand in them: see the tests of pictures.
    if (operation.name === "inbox.checkPicture") continue;
    const input: object = INPUTS[operation.name] ?? operation.example ?? {};
    const places = [...(propertiesOf(operation).includes("id") ? ["id"] : []), ...placesIn(operation)];
    for (const place of places) assert.ok(place.replace("[]", "") in input || place === "type", `${operation.name} ${place}`);
    const { admin, things } = await settle();
    const answer = await admin.post(operation.name, JSON.parse(ownIds(input, things)));
    assert.ok(answer.ok, `${operation.name} ${await answer.text()}`);
  }
});

test("a cursor of another company, of another list or with one character changed is 400", async () => {
  const [mine, theirs] = [await settle(), await settle()];
  const listsOf = ({ cnv, other, rec }: Things): [name: string, input: object, elsewhere: object[]][] => [
    ["inbox.list", {}, [{ filter: "is:open" }, { filter: "words" }, { sort: "newest" }]],
    ["inbox.listConsents", {}, [{ address: "jo@out.example" }, { state: "granted" }]],
    ["inbox.messages", { id: cnv }, [{ id: other }]],
    ["inbox.recordMessages", { id: rec }, []],
  ];
  const paged = OPERATIONS.filter(({ input }) => "cursor" in (input as z.ZodObject).shape).map(({ name }) => name);
  assert.deepEqual(
    paged.toSorted(),
    listsOf(mine.things).map(([name]) => name),
  );
  const cursorsOf = async ({ admin, things }: typeof mine) => {
    for (const id of [things["cnv"] ?? "", things["other"] ?? ""])
      await admin.call("inbox.setContact", { id, contact: things["rec"] ?? "" });
    for (const source of ["A form", "A call"])
      await admin.call("inbox.addConsent", { address: "jo@out.example", state: "granted", source });
    const cursors: string[] = [];
    for (const [name, input] of listsOf(things)) {
      const answer = (await (await admin.post(name, { ...input, limit: 1 })).json()) as { next_cursor: string };
      assert.ok(answer.next_cursor, name);
      cursors.push(answer.next_cursor);
    }
    return cursors;
  };
  const [own, foreign] = [await cursorsOf(mine), await cursorsOf(theirs)];
  const status = async (name: string, input: object, cursor: string) =>
    (await mine.admin.post(name, { ...input, limit: 1, cursor })).status;
  for (const [at, [name, input, elsewhere]] of listsOf(mine.things).entries()) {
    const cursor = own[at] ?? "";
    assert.equal(await status(name, input, cursor), 200, name);
    for (const other of elsewhere) assert.equal(await status(name, other, cursor), 400, `${name} ${JSON.stringify(other)}`);
    for (const wrong of [
      ...foreign,
      ...own.filter((one) => one !== cursor),
      cursor.slice(1),
      `${cursor}A`,
      `A${cursor.slice(1)}`.replace(cursor, "B"),
    ])
      assert.equal(await status(name, input, wrong), 400, `${name} ${wrong}`);
  }
});
