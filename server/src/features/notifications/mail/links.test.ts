import assert from "node:assert/strict";
import { createHmac, hkdfSync } from "node:crypto";
import { test } from "node:test";
import { TEST_SECRET } from "../../../../../scripts/test-database.ts";
import { eventsOf } from "../../../../test/assertions.ts";
import { giveMailed, mailingService } from "../../../../test/notification-mails.ts";
import type { Person } from "../../../../test/service.ts";
import { DAY_MS } from "../../../kernel/clock.ts";
import { createLinkTokens } from "./link-token.ts";

const { service, team, choose, nextLetter } = mailingService();

async function linkFor(person: Person): Promise<string> {
  const { record } = await person.call("records.create", { type: "deal", values: { name: "Linked" } });
  await giveMailed(service(), person, { record: record.id });
  const letter = await nextLetter(person);
  return new URL(letter?.unsubscribeUrl ?? "").pathname;
}
const open = (path: string, init: RequestInit = {}) => fetch(`${service().url}${path}`, init);
const choicesOf = async (person: Person) => (await person.call("notifications.mailChoices", {})).by_mail;
const ONE_CLICK = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "List-Unsubscribe=One-Click" };

test("opening the link, or a scanner's HEAD, changes nothing; one click, or the button, turns off what the email was about", async () => {
  const { ada, max } = await team();
  await choose(max, { assignment: "now", due: "now" });
  const path = await linkFor(max);
  assert.equal((await open(path, { method: "HEAD" })).status, 200);
  const page = await open(path);
  const text = await page.text();
  assert.equal(page.status, 200);
  assert.match(
    text,
    /no more emails about what is assigned to you from Company .*<form method="post"><button>Unsubscribe<\/button><\/form>/,
  );
  assert.deepEqual([page.headers.get("referrer-policy"), page.headers.get("cache-control")], ["no-referrer", "no-store"]);
  assert.equal((await choicesOf(max)).assignment, "now");

  assert.match(await (await open(path, ONE_CLICK)).text(), /You are unsubscribed.*You get no more emails about what is assigned to you/);
  assert.deepEqual([(await choicesOf(max)).assignment, (await choicesOf(max)).due], ["off", "now"]);
  assert.equal((await open(path, { method: "POST" })).status, 200, "a second time");
  const said = await eventsOf(ada, "notification.mail_chosen");
  assert.deepEqual(
    said.map(({ via, actor, data }) => [via, actor, data]),
    [
      ["system", max.userId, { by_mail: { assignment: "off" } }],
      ["web", max.userId, { by_mail: { assignment: "now", due: "now" } }],
    ],
  );
  await choose(max, { assignment: "now" });
  assert.equal((await open(path, ONE_CLICK)).status, 200);
  assert.equal((await choicesOf(max)).assignment, "off", "a link that was used works again");
});

test("an email that was turned off is not sent any more, also if it waits already", async () => {
  const { max } = await team();
  const path = await linkFor(max);
  assert.notEqual(await nextLetter(max), null);
  await open(path, ONE_CLICK);
  assert.equal(await nextLetter(max), null);
});

test("a token that was changed, forged, signed for something else or is too old is like one that never was", async () => {
  const { ada, max } = await team();
  const path = await linkFor(max);
  const token = path.split("/").at(-1) ?? "";
  const gone = await (await open(`/unsubscribe/${"A".repeat(92)}`)).text();
  const bytes = Buffer.from(token, "base64url");
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(value, at);
    return copy.toString("base64url");
  };
  const body = bytes.subarray(0, 37);
  const sealedBy = (key: Buffer) => Buffer.concat([body, createHmac("sha256", key).update(body).digest()]).toString("base64url");
  const foreign = [
    changed(33, 63), // more kinds
    changed(20, (bytes.at(20) ?? 0) ^ 1), // another member
    changed(5, (bytes.at(5) ?? 0) ^ 1), // another company
    changed(36, 0), // another day
    changed(68, (bytes.at(68) ?? 0) ^ 1),
    token.slice(0, -4),
    `${token}AAAA`,
    sealedBy(Buffer.from(TEST_SECRET)),
    sealedBy(Buffer.from(hkdfSync("sha256", TEST_SECRET, "", "kith form tokens", 32))),
    createLinkTokens("another secret of another service, long enough").make(
      { companyId: "0197f000-0000-7000-8000-000000000000", userId: "0197f000-0000-7000-8000-000000000000", kinds: ["key"] },
      service().clock.now(),
    ),
  ];
  for (const one of foreign)
    for (const method of ["GET", "POST"]) {
      const answer = await open(`/unsubscribe/${one}`, { method });
      assert.deepEqual([answer.status, await answer.text()], [404, gone], one);
    }
  assert.equal((await choicesOf(max)).assignment, "daily");

  // It opens nothing else.
  for (const [name, value] of [
    ["cookie", `session=${token}`],
    ["x-api-key", token],
    ["authorization", `Bearer ${token}`],
  ] as const)
    assert.equal((await open("/api/v1/me", { headers: { [name]: value } })).status, 401);
  for (const other of ["/calendar", "/lead-returns", "/f"]) assert.equal((await open(`${other}/${token}`)).status, 404);
  assert.equal((await ada.post("passwords.reset", { token, password: "correct horse battery" })).ok, false);

  service().clock.advance(731 * DAY_MS);
  assert.equal((await open(path)).status, 200);
  service().clock.advance(DAY_MS);
  assert.equal((await open(path, ONE_CLICK)).status, 404);
});
