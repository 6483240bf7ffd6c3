import assert from "node:assert/strict";
import { test } from "node:test";
import { download, giveFile, upload } from "../../../../test/give-file.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { companyOf } from "../../../../test/website-leads.ts";

const service = sharedService();
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEUlEQVR4nGMwTpv5H4QZMBgAqdcNJ9/a7MwAAAAASUVORK5CYII=", "base64");

async function record(person: Person, type = "deal", name = "Flow metering") {
  return (await person.call("records.create", { type, values: { name } })).record.id;
}

async function given() {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  return { ada, max, deal: await record(ada) };
}

async function uploaded(person: Person, content: Buffer | string, name: string): Promise<string> {
  const answer = await upload(service(), person, content as never, { name });
  assert.equal(answer.status, 201, await answer.clone().text());
  return ((await answer.json()) as { id: string }).id;
}

const namesOf = async (person: Person, id: string) => (await person.call("records.files", { id })).items.map(({ name }) => name);
const filesKept = async (person: Person) =>
  Number(
    (
      await service().database.query("select count(*)::int as count from files where company_id = $1", [await companyOf(service(), person)])
    )[0]?.["count"],
  );
/** The trash is old, and so are all files: housekeeping removes what nothing shows. */
async function housekept(person: Person) {
  const company = await companyOf(service(), person);
  await service().database.query("update records set deleted_at = deleted_at - interval '31 days' where company_id = $1", [company]);
  await service().database.query("update record_files set deleted_at = deleted_at - interval '31 days' where company_id = $1", [company]);
  await service().database.query("delete from file_uses where company_id = $1 and used_by like 'usr%'", [company]);
  await service().database.query("update files set created_at = now() - interval '2 hours' where company_id = $1", [company]);
  // What lets go of a file is removed in one round, the file in the next.
  for (let round = 0; round < 2; round++) await service().app.housekeep();
}

test("a file that somebody attached is on the record for everybody, with who and what it is, and each of them can download it", async () => {
  const { ada, max, deal } = await given();
  const file = await uploaded(max, PNG, "site.png");
  assert.equal((await download(service(), ada, file)).status, 404, "not before it is attached");
  const { id } = await max.call("records.attachFile", { id: deal, file });
  const { items, count } = await ada.call("records.files", { id: deal });
  const [shown] = items;
  assert.deepEqual(
    [count, shown?.id, shown?.file, shown?.name, shown?.type, shown?.size, shown?.warning, shown?.picture, shown?.by?.id],
    [1, id, file, "site.png", "image/png", PNG.length, null, { width: 2, height: 3 }, max.userId],
  );
  const answer = await download(service(), ada, `${file}?of=${id}`);
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/png"]);
  assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename="site\.png"/);
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(PNG));
  const { items: events } = await ada.call("records.timeline", { id: deal });
  assert.deepEqual([events[0]?.kind, events[0]?.data?.["file_name"], events[0]?.actor?.id], ["file.attached", "site.png", max.userId]);
});

test("every type of record takes files, own types too, and a call that is repeated attaches nothing twice", async () => {
  const { ada } = await given();
  await ada.call("types.create", { key: "vessel", label: "Vessel", label_plural: "Vessels" });
  for (const type of ["contact", "organization", "deal", "lead", "task", "vessel"]) {
    const id = await record(ada, type, `One ${type}`);
    const file = await giveFile(service(), ada);
    const first = await ada.call("records.attachFile", { type, id, file });
    const again = await ada.call("records.attachFile", { type, id, file });
    assert.equal(again.id, first.id, type);
    await ada.call("records.attachFile", { id, file, name: "under another name.txt" });
    assert.deepEqual(await namesOf(ada, id), ["under another name.txt", "notes.txt"]);
  }
});

test("attaching, renaming and removing are undone, and so is their undo", async () => {
  const { ada, deal } = await given();
  const file = await uploaded(ada, "an offer", "offer.txt");
  const attached = await ada.call("records.attachFile", { id: deal, file });
  const renamed = await ada.call("records.renameFile", { id: deal, attachment: attached.id, name: "offer 2.txt" });
  assert.deepEqual(await namesOf(ada, deal), ["offer 2.txt"]);
  await ada.call("records.undo", { id: renamed.operation_id });
  assert.deepEqual(await namesOf(ada, deal), ["offer.txt"]);
  assert.match((await download(service(), ada, `${file}?of=${attached.id}`)).headers.get("content-disposition") ?? "", /"offer\.txt"/);

  const removed = await ada.call("records.removeFile", { id: deal, attachment: attached.id });
  assert.deepEqual(await namesOf(ada, deal), []);
  assert.equal((await download(service(), ada, `${file}?of=${attached.id}`)).status, 404, "what is removed is read by nobody");
  const back = await ada.call("records.undo", { id: removed.operation_id });
  assert.deepEqual(await namesOf(ada, deal), ["offer.txt"]);
  assert.equal(await (await download(service(), ada, `${file}?of=${attached.id}`)).text(), "an offer");
  await ada.call("records.undo", { id: back.operation_id });
  assert.deepEqual(await namesOf(ada, deal), []);
  // Undo in the order of a person: the last change first.
  await ada.call("records.undo", { id: "last" });
  assert.deepEqual(await namesOf(ada, deal), ["offer.txt"]);
  await ada.call("records.undo", { id: attached.operation_id });
  assert.deepEqual(await namesOf(ada, deal), []);
});

test("a removal is not undone onto a record that has the same file again", async () => {
  const { ada, deal } = await given();
  const file = await uploaded(ada, "an offer", "offer.txt");
  const { id } = await ada.call("records.attachFile", { id: deal, file });
  const { operation_id: removal } = await ada.call("records.removeFile", { id: deal, attachment: id });
  const again = await ada.call("records.attachFile", { id: deal, file });
  assert.notEqual(again.id, id);
  await assert.rejects(ada.call("records.undo", { id: removal }), { code: "cannot_undo" });
  await assert.rejects(ada.call("records.removeFile", { id: deal, attachment: id }), { code: "not_found" });
  assert.deepEqual(await namesOf(ada, deal), ["offer.txt"]);
});

test("ids of a neighbour company, of another record or of a file that one may not read are not found", async () => {
  const { ada, max, deal } = await given();
  const other = await service().given.admin();
  const theirs = await uploaded(other, "theirs", "theirs.txt");
  const theirDeal = await record(other);
  const { id: theirAttachment } = await other.call("records.attachFile", { id: theirDeal, file: theirs });
  const upload = await uploaded(max, "not yet attached", "max.txt");
  for (const refused of [
    () => ada.call("records.attachFile", { id: deal, file: theirs }),
    () => ada.call("records.attachFile", { id: deal, file: upload }),
    () => ada.call("records.attachFile", { id: theirDeal, file: upload }),
    () => ada.call("records.files", { id: theirDeal }),
    () => ada.call("records.renameFile", { id: deal, attachment: theirAttachment, name: "mine" }),
    () => ada.call("records.removeFile", { id: deal, attachment: theirAttachment }),
    () => ada.call("records.removeFile", { id: theirDeal, attachment: theirAttachment }),
  ])
    await assert.rejects(refused, { code: "not_found" });
  assert.equal((await download(service(), ada, `${theirs}?of=${theirAttachment}`)).status, 404);

  const mine = await max.call("records.attachFile", { id: deal, file: upload });
  const otherDeal = await record(ada);
  await assert.rejects(ada.call("records.removeFile", { id: otherDeal, attachment: mine.id }), { code: "not_found" });
  assert.deepEqual(await namesOf(other, theirDeal), ["theirs.txt"]);
});

test("a record in the trash keeps its files and takes no others; one that goes for good lets them go, unless another shows them", async () => {
  const { ada, deal } = await given();
  const contact = await record(ada, "contact", "Anneke Vos");
  const passport = await uploaded(ada, "a passport", "passport.txt");
  const shared = await uploaded(ada, "a price list", "prices.txt");
  const { id: attachment } = await ada.call("records.attachFile", { id: contact, file: passport });
  for (const id of [contact, deal]) await ada.call("records.attachFile", { id, file: shared });
  await ada.call("records.delete", { id: contact });
  await assert.rejects(ada.call("records.attachFile", { id: contact, file: shared, name: "again" }), { code: "in_trash" });
  assert.deepEqual(await namesOf(ada, contact), ["prices.txt", "passport.txt"]);
  await ada.call("records.restore", { id: contact });
  assert.equal((await download(service(), ada, `${passport}?of=${attachment}`)).status, 200);
  assert.equal(await filesKept(ada), 2);

  await ada.call("records.delete", { id: contact });
  await housekept(ada);
  assert.equal(await filesKept(ada), 1, "the bytes of the passport are gone");
  assert.equal((await download(service(), ada, passport)).status, 404);
  assert.deepEqual(await namesOf(ada, deal), ["prices.txt"]);
  assert.equal(await (await download(service(), ada, shared)).text(), "a price list");
});

test("a removed file is gone after 30 days, with its bytes", async () => {
  const { ada, deal } = await given();
  const { id } = await ada.call("records.attachFile", { id: deal, file: await uploaded(ada, "an offer", "offer.txt") });
  const { operation_id: removal } = await ada.call("records.removeFile", { id: deal, attachment: id });
  assert.equal(await filesKept(ada), 1);
  await housekept(ada);
  assert.equal(await filesKept(ada), 0);
  await assert.rejects(ada.call("records.undo", { id: removal }), { code: "cannot_undo" });
});

test("a merge takes the files along, keeps them when the trash is emptied, and gives them back when it is undone", async () => {
  const ada = await service().given.admin();
  const [one, two, three] = [
    await record(ada, "contact", "One"),
    await record(ada, "contact", "Two"),
    await record(ada, "contact", "Three"),
  ];
  for (const [id, name] of [
    [one, "one.txt"],
    [two, "two.txt"],
    [three, "three.txt"],
  ] as const)
    await ada.call("records.attachFile", { id, file: await uploaded(ada, name, name) });
  await ada.call("records.merge", { type: "contact", into: two, from: [one] });
  const { operation_id: second } = await ada.call("records.merge", { type: "contact", into: three, from: [two] });
  assert.deepEqual(await namesOf(ada, three), ["three.txt", "two.txt", "one.txt"]);
  await ada.call("records.undo", { id: second });
  assert.deepEqual([await namesOf(ada, three), await namesOf(ada, two)], [["three.txt"], ["two.txt", "one.txt"]]);

  await ada.call("records.merge", { type: "contact", into: three, from: [two] });
  const { items } = await ada.call("records.files", { id: three });
  const ofOne = items.find(({ name }) => name === "one.txt");
  await ada.call("records.renameFile", { id: three, attachment: ofOne?.id ?? "", name: "first.txt" });
  await housekept(ada);
  const [left] = await service().database.query(
    "select count(*)::int as count from records where company_id = $1 and deleted_at is not null",
    [await companyOf(service(), ada)],
  );
  assert.equal(left?.["count"], 2, "merged records stay with the one that they are part of");
  assert.deepEqual(await namesOf(ada, three), ["three.txt", "two.txt", "first.txt"]);
  assert.equal(await (await download(service(), ada, `${ofOne?.file}?of=${ofOne?.id}`)).text(), "one.txt");
});

test("over REST a program attaches an upload, lists, renames and removes, and reads in the change feed what happened", async () => {
  const { ada, deal } = await given();
  const { key } = await ada.key();
  const sent = await fetch(`${service().url}/api/v1/files?name=offer.pdf`, {
    method: "POST",
    headers: { "x-api-key": key },
    body: "%PDF-1.7 offer",
  });
  const { id: file } = (await sent.json()) as { id: string };
  const path = `/records/deal/${deal}/files`;
  const attached = await service().rest(key, "POST", path, { file });
  assert.equal(attached.status, 201, await attached.clone().text());
  const { id } = (await attached.json()) as { id: string };
  assert.equal((await service().rest(key, "PATCH", `${path}/${id}`, { name: "signed.pdf" })).status, 200);
  const listed = (await (await service().rest(key, "GET", `${path}?limit=1`)).json()) as { items: { name: string; type: string }[] };
  assert.deepEqual([listed.items[0]?.name, listed.items[0]?.type], ["signed.pdf", "application/pdf"]);
  const bytes = await service().rest(key, "GET", `/files/${file}?of=${id}`);
  assert.equal(await bytes.text(), "%PDF-1.7 offer");
  assert.equal((await service().rest(key, "DELETE", `${path}/${id}`)).status, 200);
  assert.equal((await service().rest(key, "DELETE", `${path}/${id}`)).status, 404);
  const { items } = (await (await service().rest(key, "GET", "/changes?limit=100")).json()) as {
    items: { kind: string; record: { id: string } }[];
  };
  assert.deepEqual(
    items.filter(({ record: { id: about } }) => about === deal).map(({ kind }) => kind),
    ["record.created", "file.attached", "file.renamed", "file.removed"],
  );
});

test("a list of files is read page by page, the latest first", async () => {
  const { ada, deal } = await given();
  for (let at = 0; at < 5; at++) await ada.call("records.attachFile", { id: deal, file: await uploaded(ada, `file ${at}`, `${at}.txt`) });
  const first = await ada.call("records.files", { id: deal, limit: 2 });
  const second = await ada.call("records.files", { id: deal, limit: 3, cursor: first.next_cursor ?? "" });
  assert.deepEqual(
    [...first.items, ...second.items].map(({ name }) => name),
    ["4.txt", "3.txt", "2.txt", "1.txt", "0.txt"],
  );
  assert.deepEqual([first.count, second.next_cursor], [5, null]);
  const other = await record(ada);
  await assert.rejects(ada.call("records.files", { id: other, cursor: first.next_cursor ?? "" }), { code: "bad_cursor" });
});
