import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mailboxOf } from "../../../test/channels/give-mailbox.ts";
import { smallMail } from "../../../test/mail/connected-mailbox.ts";
import { until } from "../../../test/mail/mail-program.ts";
import { mailAddress, startMailServers, type MailServers } from "../../../test/mail/mail-servers.ts";
import { missingMailServers } from "../../../test/mail/processes.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { companyOf } from "../../../test/website-leads.ts";

const skip = missingMailServers();
const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.0/8,::1/128" } });
let servers: MailServers;
before(async () => void (skip === undefined && (servers = await startMailServers({ users: 5 }))));
after(async () => void (skip === undefined && (await servers.stop())));

const connect = (person: Person, n: number, given: object = {}) =>
  person.call("channels.create", { ...mailboxOf(servers, mailAddress(n)), ...given });

test("a channel that is deleted and connected again has each email once, with those that came meanwhile", { skip }, async () => {
  const ada = await service().given.admin();
  const company = await companyOf(service(), ada);
  const subjects = async () =>
    (await service().database.query("select subject from messages where company_id = $1 order by subject", [company])).map((row) =>
      String(row["subject"]),
    );
  const hasMessages = (count: number) => until(`${count} messages`, async () => (await subjects()).length >= count);
  const worker = await service().app.startWorker();
  try {
    for (let n = 0; n < 5; n++) await servers.deliver(mailAddress(1), smallMail(n));
    const { id } = await connect(ada, 1, { name: "Support" });
    await hasMessages(5);
    const { items: conversations } = await ada.call("inbox.list", {});
    await ada.call("channels.delete", { id });
    await servers.deliver(mailAddress(1), smallMail("meanwhile"));

    const again = await connect(ada, 1, { name: "Service" });
    await hasMessages(6);
    await servers.deliver(mailAddress(1), smallMail("new"));
    await hasMessages(7);
    await until("both sides count the same", async () => {
      const { there, here } = await ada.call("channels.get", { id: again.id });
      return there === 7 && here === 7;
    });
    const wanted = [...[0, 1, 2, 3, 4].map((n) => `Mail ${n}`), "Mail meanwhile", "Mail new"];
    assert.deepEqual(await subjects(), wanted);
    assert.deepEqual([again.id, again.name, again.state], [id, "Service", "ok"]);
    const after = new Set((await ada.call("inbox.list", {})).items.map((one) => one.id));
    assert.ok(conversations.length === 5 && conversations.every((one) => after.has(one.id)), "the conversations of before are its own");
  } finally {
    await worker.stop();
  }
});

test(
  "nobody gets the deleted channel of another company, of another owner, with another access, or of another server",
  { skip },
  async () => {
    const ada = await service().given.admin();
    const [max, eve] = [await service().given.member(ada), await service().given.member(ada)];
    const elsewhere = await service().given.admin();
    const deleted = async (person: Person, n: number, given: object = {}) => {
      const { id } = await connect(person, n, given);
      await person.call("channels.delete", { id });
      return id;
    };
    const mine = { access: "private" };
    const [shared, own] = [await deleted(ada, 2), await deleted(max, 3, mine)];
    assert.notEqual((await connect(elsewhere, 2)).id, shared, "of another company");
    assert.notEqual((await connect(ada, 2, mine)).id, shared, "what was shared does not become private");
    assert.notEqual((await connect(ada, 3)).id, own, "what was private does not become shared");
    const other = await deleted(max, 4, mine);
    assert.notEqual(await deleted(eve, 4, mine), other, "of another owner");
    const { email } = mailboxOf(servers, mailAddress(4));
    const moved = { ...mine, email: { ...email, incoming: { ...email.incoming, host: "127.0.0.1" } } };
    assert.notEqual(await deleted(max, 4, moved), other, "on another server: its numbers are of other emails");
    const again = await connect(max, 4, mine);
    assert.deepEqual([again.id, again.owner?.id], [other, max.userId]);
  },
);

test("a channel that goes on has the members that are given now, and only one of two calls connects it", { skip }, async () => {
  const ada = await service().given.admin();
  const [max, eve] = [await service().given.member(ada), await service().given.member(ada)];
  const chosen = (who: Person) => ({ access: "chosen", members: [who.userId] });
  const { id } = await connect(ada, 5, chosen(max));
  await ada.call("channels.delete", { id });
  const answers = await Promise.all(
    [0, 1].map(() => ada.post("channels.create", { ...mailboxOf(servers, mailAddress(5)), ...chosen(eve) })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]));
  const { members } = await ada.call("channels.get", { id });
  assert.deepEqual(
    members.map((one) => one.id),
    [eve.userId],
  );
});
