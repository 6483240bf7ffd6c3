import assert from "node:assert/strict";
import { test } from "node:test";
import { fileId } from "../../src/features/files/operations.ts";
import { messageId } from "../../src/features/inbox/ids.ts";
import { safeHtml } from "../../src/platform/mime/safe-html.ts";
import { newId } from "../../src/platform/random.ts";
import { showId } from "../../src/platform/ids.ts";
import { giveFile } from "../give-file.ts";
import { giveChannel, giveConversation } from "../inbox.ts";
import { letLeave, messageRow } from "../messages.ts";
import { sharedService, type Person } from "../service.ts";
import { snapshot } from "../snapshot.ts";
import { companyOf } from "../website-leads.ts";
import { until } from "../waiting.ts";

// Ids of others at places that are not fields of an operation with an example: addresses, filters, statuses, and operations of the page.

const service = sharedService({ env: { API_CONCURRENCY: "1000" } });
const PICTURE = "https://pictures.example/p.gif";

interface Given {
  owner: Person;
  chn: string;
  cnv: string;
  msg: string;
  fil: string;
}

/** A private mailbox with a message that has a file and a picture on the web. */
async function give(owner: Person): Promise<Given> {
  const chn = await giveChannel(service(), owner, "private");
  const { cnv, msg } = await giveConversation(service(), owner, { channel: chn, subject: "Theirs", text: "private words", files: 1 });
  const html = safeHtml(`<img src="${PICTURE}">`);
  await service().database.query("update messages set html = $2 where id = $1", [messageId.decode(msg), html]);
  const fil = await giveFile(service(), owner, `private bytes ${newId()}`);
  await service().database.query("update file_uses set used_by = $3 where company_id = $1 and file_id = $2", [
    await companyOf(service(), owner),
    fileId.decode(fil),
    msg,
  ]);
  return { owner, chn, cnv, msg, fil };
}

const nobody = (prefix: string) => showId(prefix, newId());
const plain = async (answer: Response, ...ids: string[]) => {
  const text = ids.reduce((all, id) => all.replaceAll(id, "…"), await answer.text());
  return `${answer.status} ${text.replaceAll(/"(?:request_id|instance)":"[^"]*",?|op_\w+/g, "")}`;
};

const byCookie = (person: Pick<Person, "cookie">, path: string, site = "none") =>
  fetch(`${service().url}${path}`, { headers: { cookie: person.cookie, "sec-fetch-site": site } });

test("a file or a picture of an unseen message, asked for by its address, is like one that does not exist", async () => {
  const ada = await service().given.admin();
  const theirs = await give(await service().given.member(ada));
  const [colleague, stranger] = [await give(ada), await give(await service().given.admin())];
  for (const { owner, msg } of [colleague, stranger]) {
    const { key } = await owner.key();
    for (const place of ["", `?of=${theirs.msg}`, `?of=${msg}`, `?of=${owner.userId}`]) {
      const [known, unknown] = [theirs.fil, nobody("fil")];
      const asked = async (id: string) => [
        await plain(await byCookie(owner, `/app/files/${id}${place}`), id),
        await plain(await service().rest(key, "GET", `/files/${id}${place}`), id),
        await plain(await owner.post("files.get", { id, ...(place ? { of: place.slice("?of=".length) } : {}) }), id),
      ];
      const answers = await asked(known);
      assert.deepEqual(answers, await asked(unknown), place);
      for (const answer of answers) assert.match(answer, /^404 /, place);
    }
    const picture = (id: string) => byCookie(owner, `/app/pictures?message=${id}&url=${encodeURIComponent(PICTURE)}`, "same-origin");
    const [known, unknown] = [await picture(theirs.msg), await picture(nobody("msg"))];
    assert.deepEqual([known.status, unknown.status], [404, 404]);
    assert.equal(await plain(known, theirs.msg), await plain(unknown));
  }
  assert.equal((await byCookie(theirs.owner, `/app/files/${theirs.fil}?of=${theirs.msg}`)).status, 200, "its owner has it");
  for (const path of [`/app/files/${theirs.fil}`, `/api/v1/files/${theirs.fil}`, `/app/pictures?message=${theirs.msg}&url=${PICTURE}`])
    assert.ok([401, 403].includes((await byCookie({ cookie: "" }, path)).status), path);
});

test("a foreign channel, message or file in a filter, a status, a sign-in or an answer is like one that does not exist", async () => {
  const ada = await service().given.admin();
  const mine = await giveConversation(service(), ada, { channel: await giveChannel(service(), ada) });
  const theirs = await give(await service().given.admin());
  const calls: [name: string, prefix: "chn" | "cnv" | "msg" | "fil", input: (id: string) => object][] = [
    ["inbox.list", "chn", (id) => ({ filter: `channel:${id}` })],
    ["channels.listWhatsAppTemplates", "chn", (id) => ({ id })],
    ["channels.readWhatsAppCallback", "chn", (id) => ({ id })],
    ["channels.startSignIn", "chn", (id) => ({ provider: "google", id })],
    ["inbox.markRead", "msg", (id) => ({ id: mine.cnv, message: id })],
    ["inbox.checkPicture", "msg", (id) => ({ message: id, url: PICTURE })],
    ["inbox.saveSignature", "chn", (id) => ({ channel: id, text: "x" })],
    ["inbox.writeMessage", "fil", (id) => ({ conversation: mine.cnv, text: "x", files: [id], is_draft: true })],
    ["inbox.saveDraft", "fil", (id) => ({ id: mine.cnv, text: "x", files: [id] })],
    ["inbox.split", "msg", (id) => ({ id: mine.cnv, messages: [id] })],
    ["inbox.merge", "cnv", (id) => ({ id: mine.cnv, into: id })],
  ];
  for (const [name, prefix, input] of calls) {
    const before = await snapshot(service());
    const [foreign, missing] = [theirs[prefix], nobody(prefix)];
    const answer = await plain(await ada.post(name, input(foreign)), foreign);
    assert.equal(answer, await plain(await ada.post(name, input(missing)), missing), name);
    assert.match(answer, /^(?:400|404|409|422) /, name);
    assert.deepEqual(await snapshot(service()), before, `${name} wrote something`);
  }
});

test("a status that a channel reports of another company's or channel's message changes nothing there", async (t) => {
  const ada = await service().given.admin();
  const [own, other] = [await giveChannel(service(), ada), await giveChannel(service(), ada)];
  const written = async (person: Person, channel: string) => {
    const { id } = await person.call("inbox.writeMessage", { channel, to: ["jo@out.example"], text: "Hello", purpose: "personal" });
    await letLeave(service(), id);
    assert.equal((await person.call("inbox.takeOutbound", { id: channel, limit: 5 })).items.length, 1);
    return id;
  };
  const stranger = await service().given.admin();
  const foreign = [await written(stranger, await giveChannel(service(), stranger)), await written(ada, other)];
  const mine = await written(ada, own);
  const statuses = [...foreign, mine].map((message) => ({ message, state: "failed" as const, error: "Made up" }));
  await ada.call("channels.putStatuses", { id: own, statuses });
  const worker = await service().app.startWorker();
  t.after(() => worker.stop());
  const stateOf = async (id: string) => (await messageRow(service(), id))["state"];
  await until(async () => (await stateOf(mine)) === "failed", "its own message has the state");
  for (const id of foreign) {
    const { state, error } = await messageRow(service(), id);
    assert.deepEqual([state === "failed", error], [false, null]);
  }
});
