import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { inService, PASSWORD, sharedService, type Person, type Service } from "../service.ts";
import { snapshot } from "../snapshot.ts";
import { assertCleanTraces } from "../assertions.ts";

const service = sharedService();
test.afterEach(() => assertCleanTraces(service()));

const statusOf = async (person: Person) => (await person.post("members.me", {})).status;
const tokenIn = (link: string) => new URL(link).hash.slice("#token=".length);

const CROSS_SITE: Record<string, Record<string, string>> = {
  "another origin": { origin: "https://evil.example" },
  "another port of this host": { origin: "http://localhost:8080" },
  "another scheme": { origin: "https://localhost" },
  "an origin that starts like ours": { origin: "http://localhost.evil.example" },
  "the null origin of a sandboxed frame": { origin: "null" },
  "Fetch metadata that says cross-site": { "sec-fetch-site": "cross-site" },
  "Fetch metadata that says same-site": { "sec-fetch-site": "same-site" },
  "Fetch metadata that says somebody typed it": { "sec-fetch-site": "none" },
  "our origin, but cross-site": { origin: "http://localhost", "sec-fetch-site": "cross-site" },
  "a form": { "content-type": "application/x-www-form-urlencoded" },
  "a form with files": { "content-type": "multipart/form-data; boundary=x" },
  "plain text that holds JSON": { "content-type": "text/plain" },
};

for (const [what, headers] of Object.entries(CROSS_SITE)) {
  test(`a call with the cookie and ${what} is 403 and changes nothing`, async () => {
    const ada = await service().given.admin();
    const before = await snapshot(service(), { without: ["sessions"] });
    for (const [name, input] of [
      ["members.rename", { name: "Eve" }],
      ["keys.create", { name: "Eve" }],
      ["sessions.end", {}],
      ["companies.create", { company_name: "E", name: "Eve", email: "eve@test.example", password: PASSWORD }],
    ] as const) {
      const answer = await ada.post(name, input, headers);
      assert.equal(answer.status, 403);
      assert.equal(answer.headers.get("access-control-allow-origin"), null);
      assert.equal(answer.headers.get("set-cookie"), null);
    }
    assert.deepEqual(await snapshot(service(), { without: ["sessions"] }), before);
    assert.equal(await statusOf(ada), 200);
  });
}

test("the application's own calls pass, and so do those of programs, which name neither origin nor site", async () => {
  const ada = await service().given.admin();
  assert.equal((await ada.post("members.me", {}, { origin: "http://localhost", "sec-fetch-site": "same-origin" })).status, 200);
  assert.equal((await ada.post("members.me", {})).status, 200);
});

test("there is no preflight to pass and no GET that changes anything", async () => {
  const url = `${service().url}/app/call/members.rename`;
  const preflight = { origin: "https://evil.example", "access-control-request-method": "POST" };
  assert.equal((await fetch(url, { method: "OPTIONS", headers: preflight })).status, 404);
  assert.equal((await fetch(`${url}?name=Eve`)).status, 404);
});

test(
  "over https the cookie is __Host-, Secure, HttpOnly and SameSite=Lax, and no other name counts",
  inService(
    async ({ app }) => {
      const call = (name: string, payload: object, headers: Record<string, string> = {}) => {
        const own = { host: "crm.example", "content-type": "application/json" };
        return app.http.inject({ method: "POST", url: `/app/call/${name}`, headers: { ...own, ...headers }, payload });
      };
      const owner = { company_name: "C", name: "Ada", email: "ada@crm.example", password: PASSWORD };
      const signedUp = await call("companies.create", owner);
      const cookie = String(signedUp.headers["set-cookie"]);
      assert.match(cookie, /^__Host-kith_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
      assert.doesNotMatch(signedUp.body, /session_token/);
      assert.match(String(signedUp.headers["strict-transport-security"]), /^max-age=\d{8}/);

      const pair = cookie.split(";")[0] ?? "";
      assert.equal((await call("members.me", {}, { cookie: pair })).statusCode, 200);
      // Another subdomain could set this one.
      assert.equal((await call("members.me", {}, { cookie: pair.replace("__Host-", "") })).statusCode, 401);
      assert.equal((await call("members.me", {}, { cookie: pair, origin: "http://crm.example" })).statusCode, 403);
      assert.match(
        String((await call("sessions.end", {}, { cookie: pair })).headers["set-cookie"]),
        /^__Host-kith_session=; Max-Age=0; .*Secure$/,
      );
    },
    { env: { BASE_URL: "https://crm.example" } },
  ),
);

test("a session is made anew by signing in, whatever cookie was there before", async () => {
  const ada = await service().given.admin();
  const eve = await service().given.admin();
  for (const fixed of [ada.cookie, eve.cookie, `kith_session=${"A".repeat(43)}`]) {
    const answer = await ada.post("sessions.create", { email: ada.email, password: PASSWORD }, { cookie: fixed });
    const given = answer.headers.getSetCookie()[0]?.split(";")[0];
    assert.match(given ?? "", /^kith_session=[\w-]{43}$/);
    assert.notEqual(given, fixed);
  }
  assert.equal((await ada.post("members.me", {}, { cookie: `kith_session=${"A".repeat(43)}` })).status, 401);
  assert.equal((await eve.call("members.me", {})).user.email, eve.email);
});

test("a session is refused after signing out, and only that one", async () => {
  const ada = await service().given.admin();
  const other = await service().signIn(ada.email);
  assert.match((await ada.post("sessions.end", {})).headers.get("set-cookie") ?? "", /^kith_session=; Max-Age=0/);
  assert.equal(await statusOf(ada), 401);
  assert.equal(await statusOf(other), 200);
});

test("a new password ends every other session", async () => {
  const ada = await service().given.admin();
  const other = await service().signIn(ada.email);
  await ada.call("passwords.change", { current: PASSWORD, password: "quite another password" });
  assert.equal(await statusOf(other), 401);
  assert.equal(await statusOf(ada), 200);
  await assert.rejects(() => service().signIn(ada.email), /sign_in_refused/);
});

test("a password set with a link ends every session there was", async () => {
  const ada = await service().given.admin();
  const { link } = await ada.call("passwords.link", { id: ada.userId });
  await ada.post("passwords.reset", { token: tokenIn(link), password: "quite another password" });
  assert.equal(await statusOf(ada), 401);
});

test("disabling a member ends their sessions for good: enabling does not bring them back", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  await ada.call("members.update", { id: max.userId, disabled: true });
  assert.equal(await statusOf(max), 401);
  await assert.rejects(() => service().signIn(max.email), /sign_in_refused/);
  await ada.call("members.update", { id: max.userId, disabled: false });
  assert.equal(await statusOf(max), 401);
  assert.equal(await statusOf(await service().signIn(max.email)), 200);
});

async function stillSignedIn(service: Service, person: Person): Promise<boolean> {
  const status = await statusOf(person);
  await service.app.settle();
  return status === 200;
}

test(
  "a session ends after 7 days without use, and after 30 days in all",
  inService(async (service) => {
    const idle = await service.given.admin();
    const busy = await service.given.admin();
    service.clock.advance(7 * DAY_MS - HOUR_MS);
    assert.ok(await stillSignedIn(service, busy));
    service.clock.advance(2 * HOUR_MS);
    assert.ok(!(await stillSignedIn(service, idle)));

    for (let day = 7; day < 29; day++) {
      assert.ok(await stillSignedIn(service, busy), `day ${day}`);
      service.clock.advance(DAY_MS);
    }
    assert.ok(await stillSignedIn(service, busy));
    service.clock.advance(DAY_MS);
    assert.ok(!(await stillSignedIn(service, busy)));
  }),
);

test("nobody has more than 20 sessions, the oldest goes first, also when many sign in at the same moment", async () => {
  const ada = await service().given.admin();
  for (let round = 0; round < 4; round++) {
    service().clock.advance(MINUTE_MS);
    await Promise.all(Array.from({ length: 8 }, () => service().signIn(ada.email)));
  }
  const last = await service().signIn(ada.email);
  assert.equal((await last.call("sessions.list", {})).items.length, 20);
  assert.equal(await statusOf(ada), 401);
});

test("two sign-ins that cross leave 20 sessions, not 21", async () => {
  const ada = await service().given.admin();
  for (let at = 0; at < 20; at++) await service().signIn(ada.email);
  for (let round = 0; round < 10; round++) {
    await Promise.all([service().signIn(ada.email), service().signIn(ada.email), service().signIn(ada.email)]);
    const [row] = await service().database.query(
      "select count(*)::int as sessions from sessions join users u on u.id = user_id where u.email = $1",
      [ada.email],
    );
    assert.equal(row?.["sessions"], 20);
  }
});
