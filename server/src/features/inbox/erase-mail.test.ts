import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "../../kernel/clock.ts";
import { giveChannel, itemsOf, messagesOf, putMails, untilTaken } from "../../../test/inbox-items.ts";
import { sharedService } from "../../../test/service.ts";
import { recordId } from "../records/inputs.ts";
import { messageId } from "./ids.ts";
import { ago } from "../../../test/moments.ts";

// Mail as it really comes in, then the person who wrote it is erased: every column of every table is searched for their words.
const WORD = "zwaluwnest";
const SHARED = "The price list that everybody gets.";
const service = sharedService();

interface Given {
  id: string;
  from: string;
  subject: string;
  text: string;
  files: Record<string, string>;
  more?: string[];
}

function mailWithFiles({ id, from, subject, text, files, more = [] }: Given): string {
  const parts = Object.entries(files).map(
    ([name, content]) => `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}\r\n`,
  );
  const head = [`Message-ID: <${id}@out.example>`, `From: ${from}`, "To: desk@ours.example", `Subject: ${subject}`, ...more];
  const date = `Date: ${ago(DAY_MS).toUTCString()}`;
  const html = `--b\r\nContent-Type: text/html\r\n\r\n<p>${text}</p>\r\n`;
  const type = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"';
  return `${[...head, date, type].join("\r\n")}\r\n\r\n${html}${parts.join("")}--b--\r\n`;
}

/** The tables in which a word stands, in any column. Bytes are shown in hexadecimal. */
async function tablesWith(word: string): Promise<string[]> {
  const { database } = service();
  const tables = await database.query("select tablename as name from pg_tables where schemaname = 'public'");
  const inTable = ({ name }: Record<string, unknown>) =>
    `select '${String(name)}' as name where exists (select from "${String(name)}" t where lower(t::text) like any (array['%' || $1::text || '%', '%' || $2::text || '%']))`;
  const found = await database.query(tables.map(inTable).join(" union all "), [word, Buffer.from(word).toString("hex")]);
  return found.map((row) => String(row["name"])).toSorted();
}

test("a person erased: no word of theirs in any table, and none comes back with a copy of their mail; a file that others share stays", async (t) => {
  const { database } = service();
  const ada = await service().given.admin();
  const channel = await giveChannel(service(), ada, { address: "desk@ours.example" });
  const worker = await service().app.startWorker();
  t.after(() => worker.stop());
  const ines = "Ines <ines@out.example>";
  await ada.call("records.create", { type: "contact", values: { name: "Ines", email: "ines@out.example" } });
  const own = mailWithFiles({
    id: "own",
    from: ines,
    subject: `About the ${WORD}`,
    text: `My ${WORD} is broken.`,
    files: { [`${WORD}.txt`]: `only hers: ${WORD}`, "prices.txt": SHARED },
  });
  const others = mailWithFiles({
    id: "bo",
    from: "Bo <bo@out.example>",
    subject: "Order",
    text: "Bo asks.",
    files: { "list.txt": SHARED },
  });
  const joined = mailWithFiles({
    id: "joined",
    from: ines,
    subject: "Re: Order",
    text: `I ask too, about the ${WORD}.`,
    files: {},
    more: ["In-Reply-To: <bo@out.example>"],
  });
  const theirs = [own, others, joined];
  await putMails(service(), channel, [own, own, others]);
  await untilTaken(service(), channel);
  await putMails(service(), channel, [joined, own]);
  await untilTaken(service(), channel);
  const taken = await messagesOf(service(), channel);
  assert.equal(taken.length, 3);
  const inOrder = taken.find((one) => one["rfc_id"] === "joined@out.example");
  const order = taken.find((one) => one["rfc_id"] === "bo@out.example");
  assert.equal(inOrder?.["conversation_id"], order?.["conversation_id"]);
  // What people do meanwhile keeps a copy of what the list showed.
  const [conversation] = (await ada.call("inbox.list", { filter: "Order" })).items;
  const seen = messageId.encode(String(inOrder?.["id"]));
  const answer = await ada.call("inbox.writeMessage", { conversation: conversation?.id ?? "", text: "We look into it.", seen });
  await ada.call("inbox.cancelMessage", { id: answer.id });
  await ada.call("inbox.writeMessage", { conversation: conversation?.id ?? "", text: "We looked into it.", seen });
  await ada.call("inbox.update", { id: conversation?.id ?? "", tags: ["order"] });
  assert.equal((await ada.call("inbox.list", { filter: WORD })).items.length, 2);
  const before = await tablesWith(WORD);
  for (const table of ["conversations", "file_chunks", "file_uses", "inbound_items", "messages"])
    assert.ok(before.includes(table), `the word was in ${table}`);

  const contact = String(inOrder?.["contact_id"]);
  await ada.call("records.delete", { id: recordId.encode(contact), type: "contact" });
  await database.query("update records set deleted_at = now() - interval '31 days' where id = $1", [contact]);
  await service().app.housekeep();
  await database.query("update files set created_at = now() - interval '2 hours'");
  await service().app.housekeep();
  assert.deepEqual(await tablesWith(WORD), []);
  assert.equal((await ada.call("inbox.list", { filter: WORD })).items.length, 0);
  const [kept] = await database.query("select count(*)::int as n from file_chunks where position($1::bytea in bytes) > 0", [SHARED]);
  assert.equal(kept?.["n"], 1, "Bo's file stays");

  // The mailbox still has their mails, and gives them new numbers.
  await putMails(service(), channel, theirs);
  await untilTaken(service(), channel);
  assert.deepEqual(await tablesWith(WORD), [], "what was erased stays erased");
  const items = await itemsOf(service(), channel);
  assert.deepEqual(
    items.slice(-3).map((item) => item["state"]),
    ["skipped", "duplicate", "skipped"],
  );
});
