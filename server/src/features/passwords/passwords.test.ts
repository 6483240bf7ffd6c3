import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNeedsSession, assertRefused, eventsOf } from "../../../test/assertions.ts";
import { inService, PASSWORD, sharedService } from "../../../test/service.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { PASSWORD_HASH_KIB } from "../../platform/password-hash.ts";
import { isCommonPassword } from "./common-passwords.ts";

const service = sharedService({ env: { PASSWORD_HASH_KIB: String(PASSWORD_HASH_KIB) } });
const NEW_PASSWORD = "quite another password";

const tokenIn = (link: string) => new URL(link).hash.slice("#token=".length);

test("passwords.change takes the current password and sets the new one", async () => {
  const ada = await service().given.admin();
  await ada.call("passwords.change", { current: PASSWORD, password: NEW_PASSWORD });
  await service().signIn(ada.email, NEW_PASSWORD);
  await assertRefused(ada, "sign_in_refused", [["sessions.create", { email: ada.email, password: PASSWORD }]]);
  const [changed] = await eventsOf(ada, "password.changed");
  assert.deepEqual([changed?.actor, changed?.via, changed?.subject], [ada.userId, "web", ada.userId]);
});

test("passwords.change refuses a wrong current password and a new one that is too weak", async () => {
  const ada = await service().given.admin();
  const change = (current: string, password: string) =>
    [["passwords.change", { current, password }]] as Parameters<typeof assertRefused>[2];
  await assertRefused(ada, "wrong_password", change("not the right one", NEW_PASSWORD), "/current");
  for (const weak of ["short", "12345678901", "password1234", "aaaaaaaaaaaaa", "abababababab", "x".repeat(129)]) {
    await assertRefused(ada, "invalid_input", change(PASSWORD, weak), "/password");
  }
  await service().signIn(ada.email, PASSWORD);
});

test("passwords.forgot says whether this installation sends mail, and nothing else", async () => {
  const ada = await service().given.admin();
  for (const email of [ada.email, "nobody@test.example"]) {
    assert.deepEqual(await ada.call("passwords.forgot", { email }), { sends_mail: false });
  }
  await assertRefused(ada, "invalid_input", [["passwords.forgot", { email: "ada" }]], "/email");
});

test("passwords.link makes a link for a member of the own company; the log says who made it for whom", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { link, expires_at: expires } = await ada.call("passwords.link", { id: max.userId });
  assert.match(link, /^http:\/\/localhost\/reset-password#token=[\w-]{43}$/);
  const minutes = (Date.parse(expires) - service().clock.now().getTime()) / MINUTE_MS;
  assert.ok(minutes > 29 && minutes <= 30);
  const [made] = await eventsOf(ada, "password.link_made");
  assert.deepEqual([made?.actor, made?.subject], [ada.userId, max.userId]);
  assert.ok(!JSON.stringify(made).includes(tokenIn(link)));
});

test("passwords.link is for Admins and reaches nobody in another company", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const outsider = await service().given.admin();
  await assertRefused(max, "admin_only", [["passwords.link", { id: ada.userId }]]);
  await assertRefused(ada, "not_found", [["passwords.link", { id: outsider.userId }]]);
  await assertRefused(ada, "invalid_input", [["passwords.link", { id: max.email }]], "/id");
});

test(
  "passwords.link asks for the password again after 30 minutes",
  inService(async (service) => {
    const ada = await service.given.admin();
    service.clock.advance(31 * MINUTE_MS);
    await assertRefused(ada, "password_needed", [["passwords.link", { id: ada.userId }]]);
  }),
);

test("passwords.reset sets the password and signs in, as the person the link was made for", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { link } = await ada.call("passwords.link", { id: max.userId });
  const answer = await max.post("passwords.reset", { token: tokenIn(link), password: NEW_PASSWORD }, { cookie: "" });
  assert.deepEqual(await answer.json(), { user_id: max.userId });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  assert.equal((await max.post("members.me", {}, { cookie })).status, 200);
  const [reset] = await eventsOf(ada, "password.reset");
  assert.deepEqual([reset?.actor, reset?.via, reset?.subject], [max.userId, "web", max.userId]);
});

test("passwords.reset refuses a weak password without spending the link, and a token that is none", async () => {
  const ada = await service().given.admin();
  const { link } = await ada.call("passwords.link", { id: ada.userId });
  await assertRefused(ada, "invalid_input", [["passwords.reset", { token: tokenIn(link), password: "short" }]], "/password");
  await assertRefused(ada, "invalid_input", [["passwords.reset", { token: "x", password: NEW_PASSWORD }]], "/token");
  await assertRefused(ada, "link_not_valid", [["passwords.reset", { token: "x".repeat(43), password: NEW_PASSWORD }]]);
  assert.equal((await ada.post("passwords.reset", { token: tokenIn(link), password: NEW_PASSWORD })).status, 200);
});

test("only the hash of a password is kept: argon2id with 19 MiB and two passes", async () => {
  const ada = await service().given.admin();
  const [row] = await service().database.query("select password_hash from users where email = $1", [ada.email]);
  assert.match(String(row?.["password_hash"]), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("passwords.change and passwords.link need a session", async () => {
  const ada = await service().given.admin();
  await assertNeedsSession(ada, [
    ["passwords.change", { current: PASSWORD, password: NEW_PASSWORD }],
    ["passwords.link", { id: ada.userId }],
  ]);
});

test("a password is common when it leads the lists: words with digits and signs around them, rows of keys, pieces over and over", () => {
  const common = `password1234 PASSWORD1234 P@ssw0rd2024! Passw0rd!!!! Welcome2025!! Summer2026!! Sommer2026!!! qwertyqwerty Qwertyuiop123
    1q2w3e4r5t6y 1qaz2wsx3edc zaq12wsxcde3 asdfghjkl123 iloveyou12345 letmein123456 adminadmin123 Administrator1 trustno1trustno1
    changeme1234! monkeymonkey dragon123456 football2024 kithkithkith 123123123123 112233112233 abcabcabcabcab abcdefghijkl
    987654321098 zzzzzzzzzzzzzzz ababababababab fernhillfernhill1`.split(/\s+/);
  const missed = common.filter((one) => !isCommonPassword(one));
  assert.deepEqual(missed, ["fernhillfernhill1"], "a word that is in no list passes");
  for (const fine of [
    PASSWORD,
    NEW_PASSWORD,
    "пароль-пароль",
    "fernhill demo 2026",
    "monkey under a bridge",
    "tr0ub4dor&3xkcd",
    "x".repeat(200_000),
  ])
    assert.ok(!isCommonPassword(fine), fine.slice(0, 40));
});

test("several thousand common passwords of at least 12 characters are refused", () => {
  const bases =
    "password welcome summer winter dragon monkey football superman princess sunshine computer michael jennifer liverpool qwertyuiop".split(
      " ",
    );
  const ends = Array.from({ length: 400 }, (_, at) => [
    `${1800 + at}!`,
    `${1800 + at}!!`,
    `@${1700 + at}`,
    `${1000 + at}$`,
    `_${at}_000`,
  ]).flat();
  const built = bases.flatMap((base) => ends.flatMap((end) => [base + end, base.toUpperCase() + end])).filter((one) => one.length >= 12);
  assert.ok(built.length > 5_000);
  assert.deepEqual(
    built.filter((one) => !isCommonPassword(one)),
    [],
  );
});

test("a password is not the address, its local part or the company's name, however it is written", async () => {
  const ada = await service().given.admin();
  await ada.call("companies.update", { name: "Fernhill Instruments" });
  const own = [
    ada.email,
    ada.email.toUpperCase(),
    ada.email.split("@")[0] ?? "",
    "Fernhill Instruments",
    "fernhill-instruments!",
    "FernhillInstruments2026",
  ];
  for (const password of own)
    await assertRefused(ada, "invalid_input", [["passwords.change", { current: PASSWORD, password }]], "/password");
  const { link } = await ada.call("passwords.link", { id: ada.userId });
  await assertRefused(ada, "invalid_input", [["passwords.reset", { token: tokenIn(link), password: ada.email }]], "/password");
  const { id } = await ada.call("invitations.create", { email: "some.long.name@test.example" });
  const invited = tokenIn((await ada.call("invitations.link", { id })).link);
  const accept = { token: invited, name: "Some", password: "some.long.name" };
  await assertRefused(ada, "invalid_input", [["invitations.accept", accept]], "/password");
  const signUp = { company_name: "Quayside Works", name: "Eve", email: "eve@test.example", password: "quaysideworks" };
  await assertRefused(ada, "invalid_input", [["companies.create", signUp]], "/password");
});
