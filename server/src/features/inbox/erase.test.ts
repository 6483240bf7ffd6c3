import assert from "node:assert/strict";
import { test } from "node:test";
import { giveChannel, giveConversation, giveMessage } from "../../../test/inbox.ts";
import { sharedService } from "../../../test/service.ts";
import { companyOf } from "../../../test/website-leads.ts";
import { newId } from "../../platform/random.ts";
import { channelId } from "../channels/shapes.ts";
import { recordId } from "../records/inputs.ts";
import { messageId } from "./ids.ts";

const service = sharedService();

test("a contact that goes for good takes their messages, the bytes these came in and their use of files; what others wrote stays", async () => {
  const { database } = service();
  const ada = await service().given.admin();
  const company = await companyOf(service(), ada);
  const channel = await giveChannel(service(), ada);
  const own = await giveConversation(service(), ada, { channel, subject: "Hers", text: "erase me wholly" });
  const other = await giveConversation(service(), ada, {
    channel,
    subject: "Others",
    text: "this stays",
    from: "bo@other.example",
    at: new Date(0),
  });
  const inOther = await giveMessage(service(), ada, other.cnv, { channel, text: "erase me there" });
  const contact = (await ada.call("inbox.setContact", { id: own.cnv })).conversation.contact?.id ?? "";
  const item = newId();
  await database.query(
    `insert into inbound_items (company_id, id, channel_id, source_key, bytes, size, state, received_at, message_id)
     values ($1, $2, $3, 'a', 'erase me raw', 12, 'done', now(), $4)`,
    [company, item, channelId.decode(channel), messageId.decode(own.msg)],
  );
  await database.query("update messages set item_id = $3 where company_id = $1 and id = $2", [company, messageId.decode(own.msg), item]);
  await database.query("update messages set contact_id = $3 where company_id = $1 and id = $2", [
    company,
    messageId.decode(inOther),
    recordId.decode(contact),
  ]);
  const file = newId();
  await database.query("insert into files (company_id, id, sha256, size) values ($1, $2, $3, 5)", [company, file, Buffer.alloc(32, 1)]);
  for (const shown of [own.msg, other.msg])
    await database.query(
      "insert into file_uses (company_id, file_id, used_by, name, type) values ($1, $2, $3, 'offer.pdf', 'application/pdf')",
      [company, file, shown],
    );
  await ada.call("records.delete", { id: contact, type: "contact" });
  await database.query("update records set deleted_at = now() - interval '31 days' where id = $1", [recordId.decode(contact)]);
  await service().app.housekeep();
  const left = await database.query(
    "select c.subject, m.text, c.preview from conversations c join messages m on m.conversation_id = c.id where c.company_id = $1",
    [company],
  );
  assert.deepEqual(left, [{ subject: "Others", text: "this stays", preview: "this stays" }]);
  const [kept] = await database.query("select bytes, state, reason from inbound_items where id = $1", [item]);
  assert.deepEqual(kept, { bytes: null, state: "skipped", reason: "erased" });
  const uses = await database.query("select used_by from file_uses where company_id = $1", [company]);
  assert.deepEqual(uses, [{ used_by: other.msg }], "a file that others share stays");
  assert.equal((await ada.call("inbox.list", { filter: "erase" })).items.length, 0);
  assert.equal((await ada.call("inbox.get", { id: other.cnv })).message_count, 1);
});
